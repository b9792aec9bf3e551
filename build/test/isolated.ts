import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { memoryFolder } from '../start/project.ts';

/** Unlocks a keyring that nobody else has, with an empty password, and becomes the command. */
const withKeyring =
  'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"';

/** Tests start many processes and threads. What stripping the types of the sources and compiling them took is cached for all of them. */
const compiled = { NODE_COMPILE_CACHE: path.join(memoryFolder, 'compiled') };

/** The sample data of the day, which takes as long to make as many tests: later runs use it too. */
const sampleData = {
  RWA_TEST_SAMPLE_DATA: path.join(tmpdir(), `rwa-explorer-tests-${String(userInfo().uid)}`),
};

/** What programs that tests use leave in the folder for temporary files. */
const leftByOthers = /^(dbus-|jiti|node-compile-cache|org\.chromium\.|playwright-|\.?xvfb|\.X)/;

/**
 * Runs a program of the project, such as `vitest` with its arguments, away from the user's own data: on Linux with a
 * message bus and a keyring of its own and in an empty home folder, so that tests use a real keychain and the
 * user's stays untouched. Temporary files lie in a folder of the run, which is removed at its end. With `display` it has a screen, if only a virtual one.
 * Names the temporary files that were left behind, and removes them.
 * @returns its exit code
 */
export async function runIsolated(
  [program = '', ...args]: readonly string[],
  { environment = {}, display = false }: { environment?: NodeJS.ProcessEnv; display?: boolean } = {},
): Promise<number> {
  const virtualDisplay =
    display && process.platform === 'linux' && !process.env['DISPLAY'] ? ['xvfb-run', '-a'] : [];
  const command = [...virtualDisplay, process.execPath, programFile(program), ...args];
  const ownKeyring = process.platform === 'linux' && hasKeyring();
  const folder = mkdtempSync(path.join(tmpdir(), 'rwa-tests-'));
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  // Some tests run programs as other users, who have to reach their files.
  for (const one of [folder, temporary]) chmodSync(one, 0o755);
  try {
    const code = await run(
      ownKeyring ? ['dbus-run-session', '--', 'sh', '-c', withKeyring, 'sh', ...command] : command,
      {
        ...(ownKeyring ? emptyHome(folder) : {}),
        // The folder for temporary files, by its names on all systems.
        ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary },
        ...sampleData,
        ...compiled,
        ...environment,
      },
    );
    const left = readdirSync(temporary).filter((name) => !leftByOthers.test(name));
    if (left.length > 0) {
      const names = left.map((name) => `${name} (${contentsOf(path.join(temporary, name))})`).join(', ');
      process.stderr.write(`Left behind: ${names}. Use test/support/temporaryFolder.ts.\n`);
    }
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The names in a folder, which tell what it was made for. */
function contentsOf(file: string): string {
  return statSync(file).isDirectory() ? readdirSync(file).join(' ') : 'a file';
}

/** A script of the project by its path in it, or a program that tests are run with by its name. */
function programFile(program: string): string {
  const project = path.resolve(import.meta.dirname, '../..');
  if (program.endsWith('.ts')) return path.join(project, program);
  const files: Record<string, string> = {
    vitest: 'vitest/vitest.mjs',
    playwright: '@playwright/test/cli.js',
  };
  const file = files[program];
  if (file === undefined)
    throw new Error(`${program} is no script and not one of ${Object.keys(files).join(', ')}`);
  return path.join(project, 'node_modules', file);
}

function hasKeyring(): boolean {
  return ['dbus-run-session', 'gnome-keyring-daemon'].every((name) =>
    (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name))),
  );
}

function emptyHome(home: string): NodeJS.ProcessEnv {
  const folder = (name: string): string => {
    const made = path.join(home, name);
    mkdirSync(made, { mode: 0o700 });
    return made;
  };
  const browsers = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? path.join(homedir(), '.cache', 'ms-playwright');
  return {
    HOME: home,
    XDG_CACHE_HOME: folder('cache'),
    XDG_CONFIG_HOME: folder('config'),
    XDG_DATA_HOME: folder('data'),
    XDG_RUNTIME_DIR: folder('run'),
    // No accessibility bus, which would only write about itself.
    NO_AT_BRIDGE: '1',
    // Browsers that were downloaded before stay in reach.
    PLAYWRIGHT_BROWSERS_PATH: browsers,
  };
}

async function run(
  [program = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const stop = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return code ?? 1;
}
