import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { ShippedPackage } from '../../preload/contract/calls/about.ts';

/** The file beside the bundles that lists what is in them. */
export const licencesFile = 'licences.json';

const packageSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
});

/**
 * Lists the packages that a build takes code from, and those it leaves beside it, with their licences. `others` are modules in
 * files that it takes from elsewhere.
 */
export function listLicences(
  beside: readonly string[] = [],
  others: () => readonly string[] = () => [],
): Plugin {
  return {
    name: 'list-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Set(beside.map((name) => path.resolve('node_modules', name)).filter(existsSync));
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      );
      for (const id of [...modules, ...others()]) {
        const folder = packageFolder(id);
        if (folder !== undefined) folders.add(folder);
      }
      const packages = [...folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: licencesFile, source: JSON.stringify(packages) });
    },
  };
}

/** The folder of the package that a module belongs to; undefined for the app's own. */
function packageFolder(id: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1];
}

function readPackage(folder: string): ShippedPackage {
  const { name, version, license } = packageSchema.parse(
    JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
  );
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  return {
    name,
    version,
    licence: license ?? 'not stated',
    text: file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8'),
  };
}
