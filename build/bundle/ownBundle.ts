import { build, type Plugin } from 'vite';

/** A bundle that shares no chunks with other entries, so that it contains only what it runs. */
interface OwnBundle {
  readonly plugin: Plugin;
  readonly modules: () => readonly string[];
}

/** Functions that create schemas. They have no side effects. */
const schemaMakers =
  'z shallow filterSchema sortKeySchema sortSchema call event connectionId ticket alertId watchlistId daySchema fieldNames'.split(
    ' ',
  );

/**
 * Bundles a thread that restarts for each piece of work and loads all its code each time. Shared chunks would
 * load the schemas of every call, which it does not use.
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
              // Removes unused schemas. A check below fails if any remains.
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
