import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importsIn } from '../imports.ts';
import { projectFolder } from '../start/project.ts';

/**
 * Returns the files that differ from the main branch, including uncommitted ones; on an unchanged main
 * branch, those of the last commit. Undefined without git.
 */
export function changedFiles(): string[] | undefined {
  const trunk = ['origin/HEAD', 'origin/main', 'main'].find((name) => git('rev-parse', '--verify', name));
  const base = trunk === undefined ? undefined : git('merge-base', 'HEAD', trunk)?.[0];
  const since = (commit: string): string[] | undefined => {
    const differing = git('diff', '--name-only', commit, '--');
    const added = git('ls-files', '--others', '--exclude-standard');
    return differing && added && [...differing, ...added];
  };
  const changed = since(base ?? 'HEAD');
  return changed?.length === 0 ? since('HEAD~1') : changed;
}

function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: projectFolder, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}

/** Prefixes of browser tests by part of the product. Other features have their own name as prefix. */
const specsOfParts: Readonly<Record<string, string>> = {
  'features/aggregates/': 'analysis charts offlineTimeseries oneFigure',
  'features/annotations/': 'labels',
  'features/caches/': 'cleanup settings',
  'features/connections/': 'connections key welcome',
  'features/jobs/': 'export offline',
  'features/queryBuilder/': 'query typing',
  'features/records/': 'browse grid latestFirst members record tables tokenActivity totals',
  'features/savedQueries/': 'query',
  'features/search/': 'finding',
  'features/sync/': 'offline',
  'main/jobs/': 'export offline',
  'main/sync/': 'offline',
  'features/updates/': 'views',
  'contract/commands.ts': 'keyboard places',
  'renderer/shell/commands/': 'keyboard places',
  'renderer/shell/palette/': 'finding places',
  'renderer/styles/': 'contrast views',
  'renderer/shell/': 'connections key keyboard places views welcome',
  'renderer/query/': 'query questions savedViews typing',
  'renderer/fields/': 'browse record',
  'renderer/format/': 'browse record',
  'renderer/ui/': 'grid views',
  'main/data-service/': 'browse failures offline',
  'main/electron/': 'bridge hardening',
  'main/movements/': 'tokenActivity wallet watch',
  'main/platform/': 'crash key policy start',
  'main/store/': 'browse offline restore',
  'preload/': 'bridge browse',
  'test/chromium-shell/': 'bridge hardening start',
};

/** Tests of all files: architecture, texts, and commands in documents. */
const always = [
  'test/unit/architecture/',
  'test/unit/build/texts.test.ts',
  'test/unit/main/cli/documents.test.ts',
];

/**
 * Returns tests that import a changed file, directly or not; integration tests in the mirrored folder, since
 * many run built threads and the built command line; and browser tests by `specsOfParts`. A browser test
 * starts the whole app, so only its imports within `test` count.
 */
export function touchedTests(changed: readonly string[], { files, importersOf } = readImports()): string[] {
  const importers = (of: readonly string[], among: RegExp): Set<string> => {
    const found = new Set(of);
    // Grows while iterating: importers of found files are searched too.
    for (const one of found)
      for (const file of importersOf.get(one) ?? []) if (among.test(file)) found.add(file);
    return found;
  };
  const byImports = importers(changed, /./);
  const byTests = importers(
    changed.filter((file) => file.startsWith('test/')),
    /^test\//,
  );
  const mirrors = changed.flatMap(integrationFolder);
  const parts = changed.flatMap(specNames);
  return files.filter((file) => {
    if (file.endsWith('.test.ts'))
      return byImports.has(file) || [...always, ...mirrors].some((begin) => file.startsWith(begin));
    if (!file.endsWith('.spec.ts')) return false;
    return byTests.has(file) || parts.some((part) => path.posix.basename(file).startsWith(part));
  });
}

export function readImports(): {
  readonly files: readonly string[];
  readonly importersOf: ReadonlyMap<string, readonly string[]>;
} {
  const pattern = '{main,preload,renderer,build,test}/**/*.{ts,mjs,js,svelte}';
  const files = globSync(pattern, { cwd: projectFolder }).map((file) => file.replaceAll(path.sep, '/'));
  const importersOf = new Map<string, string[]>();
  for (const file of files) {
    for (const imported of importsIn(file, readFileSync(path.join(projectFolder, file), 'utf8'))) {
      const importers = importersOf.get(imported);
      if (importers === undefined) importersOf.set(imported, [file]);
      else importers.push(file);
    }
  }
  return { files, importersOf };
}

/** Returns the deepest existing folder of integration tests for a file of `main`. */
function integrationFolder(changed: string): string[] {
  if (!changed.startsWith('main/')) return [];
  let folder = path.posix.dirname(changed);
  while (folder.includes('/') && !existsSync(path.join(projectFolder, 'test/integration', folder)))
    folder = path.posix.dirname(folder);
  return folder.includes('/') ? [`test/integration/${folder}/`] : [];
}

function specNames(changed: string): string[] {
  const named = Object.entries(specsOfParts).find(([part]) => changed.includes(part));
  if (named !== undefined) return named[1].split(' ');
  const feature = /features\/(\w+)\//.exec(changed)?.[1];
  // `exports` touches `export.spec.ts` and `exportViews.spec.ts`.
  return feature === undefined ? [] : [feature.slice(0, 5)];
}
