import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Processes of their own, since compiled code is written when one ends. */

function run(folder: string, script: string): string {
  const file = join(folder, 'script.ts');
  writeFileSync(file, script);
  // The tests themselves run with a cache of compiled code.
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined };
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8', env });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

const keeper = JSON.stringify(new URL('../../../main/platform/system/compiled.ts', import.meta.url).href);
const worker = JSON.stringify(new URL('../../../main/store/worker.ts', import.meta.url).href);

it('keeps the compiled code of the main thread and of the threads of the store, for the user alone @nightly', () => {
  using folder = temporaryFolder();
  const kept = join(folder.path, 'compiled');
  const data = join(folder.path, 'data');
  const script = `
    import { cacheCompiledCode, flushCompiled, compiledFolder } from ${keeper};
    cacheCompiledCode(${JSON.stringify(kept)});
    const { openStore } = await import(${JSON.stringify(new URL('../../../main/store/store.ts', import.meta.url).href)});
    const store = await openStore({ folder: ${JSON.stringify(data)}, workerUrl: new URL(${worker}) });
    await store.user.readSettings();
    await store.close();
    flushCompiled();
    console.log(compiledFolder());
  `;
  expect(run(folder.path, script).trim()).toBe(kept);
  const first = filesIn(kept);
  // The list of what the threads answer is loaded by them alone.
  expect(first.length).toBeGreaterThan(50);
  if (process.platform !== 'win32') expect(statSync(kept).mode & 0o077).toBe(0);
  run(folder.path, script);
  expect(filesIn(kept).toSorted()).toEqual(first.toSorted());
});

it('works without a cache if the folder cannot be made', () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, 'data'));
  writeFileSync(join(folder.path, 'file'), '');
  const out = run(
    folder.path,
    `import { cacheCompiledCode, compiledFolder } from ${keeper};
     cacheCompiledCode(${JSON.stringify(join(folder.path, 'file', 'compiled'))});
     console.log(compiledFolder());`,
  );
  expect(out.trim()).toBe('null');
});

it.each(['a space', '='])(
  'keeps the code of a command where the user keeps such things, if the data folder that it names after %s is there @nightly',
  (between) => {
    using folder = temporaryFolder();
    const [cache, data, none] = ['cache', 'there', 'none'].map((name) => join(folder.path, name));
    mkdirSync(join(data ?? '', 'data'), { recursive: true });
    const option = '--user-data-dir';
    const cli = fileURLToPath(new URL('../../../main/cli.ts', import.meta.url));
    const env = { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: undefined };
    for (const [dir = '', isKept] of [
      [none, false],
      [data, true],
    ] as const) {
      const named = between === '=' ? [`${option}=${dir}`] : [option, dir];
      expect(spawnSync(process.execPath, [cli, 'schedule', 'list', ...named], { env }).status).toBe(0);
      expect(existsSync(join(cache ?? '', 'rwa-explorer', 'compiled'))).toBe(isKept);
      expect(readdirSync(dir)).not.toContain('compiled');
    }
  },
);

it('finds the code of a build whenever its entry was written, and deletes that of unused builds', () => {
  using folder = temporaryFolder();
  const cache = join(folder.path, 'cache');
  const all = join(cache, 'rwa-explorer', 'compiled');
  const start = (text: string, env: Record<string, string> = {}): string[] => {
    const entry = join(folder.path, 'index.js');
    writeFileSync(entry, text);
    utimesSync(entry, writes, writes++);
    for (const [name, value] of Object.entries({ XDG_CACHE_HOME: cache, ...env })) vi.stubEnv(name, value);
    run(
      folder.path,
      `import { cacheCompiledCodeOf, flushCompiled } from ${keeper};
       cacheCompiledCodeOf(${JSON.stringify(pathToFileURL(entry).href)});
       await import(${helper});
       flushCompiled();`,
    );
    vi.unstubAllEnvs();
    return existsSync(all) ? readdirSync(all) : [];
  };
  let writes = 1000;
  const helper = JSON.stringify(new URL('../../../preload/contract/json.ts', import.meta.url).href);
  const inAppImage = { APPIMAGE: '/home/me/app.AppImage', APPDIR: dirname(process.execPath) };
  // It lies in another folder at each start, and Node knows code by its path.
  expect(start('first build', inAppImage)).toEqual([]);
  const [first = ''] = start('first build');
  const files = filesIn(all);
  expect(files).not.toEqual([]);
  expect(start('first build')).toEqual([first]);
  expect(filesIn(all)).toEqual(files);
  expect(start('second build')).toHaveLength(2);
  utimesSync(join(all, first), 0, 0);
  start('second build');
  const left = start('third build');
  expect(left).toHaveLength(2);
  expect(left).not.toContain(first);
});
