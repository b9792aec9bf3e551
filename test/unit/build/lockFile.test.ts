import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const versions = z.record(z.string(), z.string()).default({});

/** What is read of `package-lock.json`. Rule: npm's documentation of the file, "packages". */
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      gypfile: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      dependencies: versions,
      optionalDependencies: versions,
    }),
  ),
});

const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const locked = Object.entries(packages).filter(([place]) => place !== '');

/** npm looks for a dependency in the package's own folder first, then in each folder above it. */
function isLocked(place: string, dependency: string): boolean {
  if (`${place === '' ? '' : `${place}/`}node_modules/${dependency}` in packages) return true;
  return (
    place !== '' && isLocked(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), dependency)
  );
}

// npm leaves optional packages of other systems out of the lock file when it cannot fetch what describes them. `npm ci`
// then refuses the whole lock file.
it('the lock file names every dependency of every package, for every system', () => {
  const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((dependency) => !isLocked(place, dependency))
      .map((dependency) => `${dependency} of ${place}`),
  );
  expect(missing).toEqual([]);
});

it('every entry has the hash of the installed package, and the registry as its only source', () => {
  expect(
    locked.flatMap(([place, { integrity }]) =>
      /^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [place],
    ),
  ).toEqual([]);
  expect(
    locked.flatMap(([place, { resolved = '' }]) => (/^(git|ssh|file|http:)/.test(resolved) ? [place] : [])),
  ).toEqual([]);
});

// The package says so itself, but npm leaves it out when it writes the lock file. Every npm that does not know `allowScripts` then compiles the package,
// which fails where there is no Python and no compiler, and `npm ci` with it. `npm run lock` puts it back.
it('a package that comes ready-made is not compiled', () => {
  const unstated = locked.flatMap(([place, { gypfile }]) => {
    if (!existsSync(path.join(place, 'binding.gyp'))) return [];
    const stated = z
      .object({ gypfile: z.boolean().optional() })
      .parse(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')));
    return stated.gypfile === gypfile ? [] : [place];
  });
  expect(unstated).toEqual([]);
});

it('only these packages run a script when they are installed', () => {
  expect(
    locked.flatMap(([place, { hasInstallScript }]) => (hasInstallScript === true ? [place] : [])),
  ).toEqual([
    // Copies the unpacker of its system. Only old npm runs it: see `allowScripts` in package.json.
    'node_modules/electron-winstaller',
    // Compiles the keychain support where no program is ready-made. It is optional.
    'node_modules/keytar',
    // Fetches the Node that the scripts of the project run on.
    'node_modules/node',
  ]);
});
