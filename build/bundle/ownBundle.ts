import { build, type Plugin } from 'vite';

/** A file that is bundled for itself: it shares nothing with the other entries, and so has in it only what it runs. */
export interface OwnBundle {
  readonly plugin: Plugin;
  /** The modules in it, once it is built. */
  readonly modules: () => readonly string[];
}

/** Makers of schemas, and schemas that others are made from: none has an effect beside its result. */
const schemaMakers =
  'z shallow filterSchema sortKeySchema sortSchema call event connectionId ticket alertId watchlistId daySchema fieldNames'.split(
    ' ',
  );

/**
 * Bundles a thread that is restarted for each piece of work: whatever its code brings along is loaded and kept in memory each
 * time. In the chunks that other entries share it would load the schemas of every call, of which it uses none.
 */
export function ownBundle(input: string, fileName: string, external: readonly string[]): OwnBundle {
  let modules: readonly string[] = [];
  return {
    modules: () => modules,
    plugin: {
      name: `own-bundle-${fileName}`,
      apply: 'build',
      async generateBundle() {
        const built = await build({
          configFile: false,
          logLevel: 'error',
          ssr: { noExternal: true, external: [...external] },
          build: {
            ssr: input,
            write: false,
            target: 'node24',
            minify: false,
            rollupOptions: {
              output: { format: 'es', codeSplitting: false },
              // Nothing happens by the making of a schema, and none is used. The build ends where that is no longer so.
              treeshake: {
                manualPureFunctions: schemaMakers,
                moduleSideEffects: false,
              },
            },
          },
        });
        const chunks = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
        for (const chunk of chunks) {
          if (chunk.type !== 'chunk') continue;
          modules = Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
            renderedLength > 0 ? [id] : [],
          );
          const schemas = modules.find((id) => id.includes('/node_modules/zod/'));
          if (schemas !== undefined) throw new Error(`${fileName} has the code of schemas in it: ${schemas}`);
          this.emitFile({ type: 'asset', fileName, source: chunk.code });
        }
      },
    },
  };
}
