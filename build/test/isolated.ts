import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { memoryFolder } from '../start/project.ts';

/** Unlocks a keyring of its own with an empty password, and becomes the command. */
const withKeyring =
  'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"';

/** Shares stripped and compiled sources between the many processes and threads of tests. */
const compiled = { NODE_COMPILE_CACHE: path.join(memoryFolder, 'compiled') };

/** Temporary files of other programs that tests use. */
const leftByOthers =
  /^(dbus-|jiti|node-compile-cache|org\.chromium\.|playwright-|rwa-sample-data$|\.?xvfb|\.X)/;

/**
 * Runs a program of the project, such as `vitest` with arguments, isolated from the user's data. On Linux it
 * has its own message bus, keyring and empty home folder, so tests use a real keychain. With `display` it has
 * a screen, at least a virtual one. Temporary files are in a folder of the run, which is removed at its end,
 * also after SIGINT or SIGTERM; names of leftovers are printed.
 * @returns the exit code
 */
export async function runIsolated(
  [program = '', ...args]: readonly string[],
  { environment = {}, display = false }: { environment?: NodeJS.ProcessEnv; display?: boolean } = {},
): Promise<number> {
  const virtualDisplay =
    display && process.platform === 'linux' && !process.env['DISPLAY'] ? ['xvfb-run', '-a'] : [];
  const command = [...virtualDisplay, process.execPath, programFile(program), ...args];
  const ownKeyring = process.platform === 'linux' && hasKeyring();
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const folder = mkdtempSync(path.join(tmpdir(), 'rwa-tests-'));
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  // Some tests run programs as other users, who must reach their files.
  for (const one of [folder, temporary]) chmodSync(one, 0o755);
  try {
    const code = await run(
      ownKeyring ? ['dbus-run-session', '--', 'sh', '-c', withKeyring, 'sh', ...command] : command,
      {
        ...(ownKeyring ? emptyHome(folder) : {}),
        ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary },
        ...compiled,
        ...environment,
      },
      stopping.signal,
    );
    const left = readdirSync(temporary).filter((name) => !leftByOthers.test(name));
    if (left.length > 0 && !stopping.signal.aborted) {
      const names = left.map((name) => `${name} (${contentsOf(path.join(temporary, name))})`).join(', ');
      process.stderr.write(`Left behind: ${names}. Use test/support/temporaryFolder.ts.\n`);
    }
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Names in a folder, which show what created it. */
function contentsOf(file: string): string {
  return statSync(file).isDirectory() ? readdirSync(file).join(' ') : 'a file';
}

/** Returns a script of the project by relative path, or a test runner by name. */
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
    // The accessibility bus would only log about itself.
    NO_AT_BRIDGE: '1',
    // Earlier downloads of browsers stay available.
    PLAYWRIGHT_BROWSERS_PATH: browsers,
  };
}

/** Milliseconds that a program has to end its children. */
const endPatience = 20_000;

/** Runs a program in its own process group, which is killed at the end. */
async function run(
  [program = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  stopping: AbortSignal,
): Promise<number> {
  const grouped = process.platform !== 'win32';
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    detached: grouped,
  });
  const end = (signal: NodeJS.Signals): void => {
    try {
      if (grouped && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // The group has ended.
    }
  };
  const ended = once(child, 'exit');
  let last: NodeJS.Timeout | undefined;
  const stop = (): void => {
    end('SIGTERM');
    last = setTimeout(end, endPatience, 'SIGKILL');
  };
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  const [code] = (await ended) as [number | null];
  clearTimeout(last);
  end('SIGKILL');
  return code ?? 1;
}
