import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** npm looks for a dependency in the package's own folder first, then in each folder above it. */
function isLocked(packages: Record<string, LockedPackage>, where: string, dependency: string): boolean {
  if (`${where === '' ? '' : `${where}/`}node_modules/${dependency}` in packages) return true;
  return (
    where !== '' &&
    isLocked(packages, where.slice(0, Math.max(0, where.lastIndexOf('/node_modules/'))), dependency)
  );
}

// npm leaves optional packages of other systems out of the lock file when it cannot fetch what describes them. `npm ci`
// then refuses the whole lock file.
it('the lock file names every dependency of every package, for every system', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const missing = Object.entries(packages).flatMap(([where, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((dependency) => !isLocked(packages, where, dependency))
      .map((dependency) => `${dependency} of ${where}`),
  );
  expect(missing).toEqual([]);
});
