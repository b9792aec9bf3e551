import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importsIn } from '../imports.ts';
import { projectFolder } from '../start/project.ts';

/** What has changed, and which tests that touches. */

/**
 * The files that differ from where this branch left the main one, also those that are not committed; on the main branch itself, where
 * nothing differs, those of the last commit. Undefined where git does not know.
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

/**
 * Which browser tests a part of the product touches: the beginnings of their names. A feature that is not here touches those whose
 * names begin as its own does.
 */
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

/** The architecture, the texts and the commands in documents are tested in all files. */
const always = [
  'test/unit/architecture/',
  'test/unit/build/texts.test.ts',
  'test/unit/main/cli/documents.test.ts',
];

/**
 * The tests that changed files touch: those that import one, also by others; the integration tests in the folder that mirrors theirs,
 * since many run the built threads and the built command line; and browser tests by `specsOfParts`. Browser tests start the whole app,
 * so that their imports count among tests only.
 */
export function touchedTests(changed: readonly string[], { files, importersOf } = readImports()): string[] {
  const importers = (of: readonly string[], among: RegExp): Set<string> => {
    const found = new Set(of);
    // Grows while it is read: the importers of those that are found are looked for too.
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

/** Every source file, and for each that is imported by whom. */
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

/** The folder of integration tests for a file of `main`, as deep as there is one. */
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
