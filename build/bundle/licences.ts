import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { ShippedPackage } from '../../preload/contract/about.ts';

export const licencesFile = 'licences.json';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional() }),
  ),
});

interface Options {
  readonly project: string;
  /** Packages that are not bundled. They are listed even if they are not installed yet. */
  readonly beside?: readonly string[];
  readonly others?: () => readonly string[];
}

/**
 * Lists packages that are bundled or stored beside the bundles. Names, versions and licences come from the
 * lock file, so that the list does not depend on this computer's optional packages. Texts come from the
 * packages.
 */
export function listLicences({ project, beside = [], others = () => [] }: Options): Plugin {
  return {
    name: 'list-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const locked = lockSchema.parse(
        JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')),
      ).packages;
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      );
      const folders = new Set(beside.map((name) => `node_modules/${name}`));
      for (const id of [...modules, ...others()]) {
        const folder = packageFolder(id);
        if (folder !== undefined) folders.add(folder);
      }
      const packages = [...folders].map((folder): ShippedPackage => {
        const { version, license } = locked[folder] ?? {};
        if (version === undefined) throw new Error(`package-lock.json does not name ${folder}.`);
        return {
          name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
          version,
          licence: license ?? 'not stated',
          text: licenceText(path.join(project, folder)),
        };
      });
      packages.sort((a, b) => (a.name < b.name ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: licencesFile, source: JSON.stringify(packages) });
    },
  };
}

/** Returns the package's key in the lock file; undefined for the app's own modules. */
function packageFolder(id: string): string | undefined {
  const folder = /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;
  return folder.exec(id.replaceAll('\\', '/'))?.[1];
}

/** Empty if the package has no such file, or is not installed. */
function licenceText(folder: string): string {
  if (!existsSync(folder)) return '';
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
}
