import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import './endWithNpm.ts';
import { beginWithSettings } from '../../test/chromium-shell/allocator.ts';
import { findChromium } from '../../test/chromium-shell/chromium/find.mjs';
import { buildWhereStale } from './buildApp.ts';
import { findElectron } from './electronRuntime.ts';
import { parseStartOptions, toSwitches, type StartOptions } from './options.ts';
import { installationFolder, memoryFolder, packageProgram, projectFolder } from './project.ts';

/** `npm start`: builds stale bundles and runs the app on Electron, else on the Chromium shell. */
export async function start(args: readonly string[]): Promise<void> {
  const options = parseStartOptions(args, process.env['INIT_CWD'] ?? process.cwd());
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`);
    process.exit(2);
  }
  const noDisplay = lacksDisplay();
  const shown: StartOptions = noDisplay ? { ...options, headless: true } : options;

  // Without a display the shell always runs, so Electron is not downloaded.
  const electron = noDisplay ? { missing: 'Electron needs a display' } : await findElectron();
  const onElectron = 'program' in electron;
  // Before the build, which lists installed packages.
  if (!completeSystem(onElectron)) process.exit(1);
  if (!(await buildWhereStale())) {
    process.stderr.write('The app could not be built. See the errors above.\n');
    process.exit(1);
  }
  if (sandboxIsRefused()) {
    say(
      'This system keeps Chromium from starting its sandbox. If no window opens, type: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    );
  }
  const conditions = `${shown.headless ? windowless(noDisplay, shown) : ''}${withoutSandbox()}`;
  // Electron's headless mode does not render like a window, so the shell runs without a display.
  if (onElectron) {
    say(`Starting on Electron.${conditions}`);
    runElectron(electron.program, toSwitches(shown));
  } else {
    say(`Starting on the Chromium shell, since ${lowerFirst(electron.missing)}.${conditions}`);
    await runShell(toSwitches(shown));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Keeps "Electron's …"; other sentences continue in lower case. */
function lowerFirst(text: string): string {
  return text.startsWith('Electron') ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function lacksDisplay(): boolean {
  if (process.platform !== 'linux') return false;
  return !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
}

/** Ubuntu since 24.04 refuses the sandbox to programs without an AppArmor profile, except root's. */
function sandboxIsRefused(): boolean {
  const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  if (process.getuid?.() === 0 || !existsSync(restriction)) return false;
  return readFileSync(restriction, 'utf8').trim() === '1';
}

function windowless(noDisplay: boolean, { debuggingPort }: StartOptions): string {
  const why = noDisplay ? ' There is no display, so it runs without a window' : ' It runs without a window';
  return debuggingPort === undefined
    ? `${why}; add --remote-debugging-port=N to attach a browser.`
    : `${why}; attach a browser to the debugging port.`;
}

/** Part of the first line: the page is not isolated from the user's files. */
function withoutSandbox(): string {
  return isRoot()
    ? ' You are root, as whom Chromium’s sandbox does not start: it runs without (--no-sandbox). Start as another user to have it.'
    : '';
}

function isRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/**
 * Runs the system script, which installs what is missing. It is a process of its own, so it is skipped if
 * everything needed is found.
 * @returns false if the app cannot start; the user was told what to type
 */
function completeSystem(onElectron: boolean): boolean {
  const keychain =
    existsSync(packageProgram('keytar', 'build', 'Release', 'keytar.node')) ||
    existsSync(path.join(installationFolder, 'keytar.json'));
  const runtime = onElectron ? process.platform !== 'linux' : findChromium() !== undefined;
  if (keychain && runtime) return true;
  const script = path.join(projectFolder, 'build', 'system.mjs');
  const purpose = onElectron ? 'electron' : 'shell';
  return spawnSync(process.execPath, [script, purpose], { stdio: 'inherit' }).status === 0;
}

/**
 * Replaces this process, since the shell ends its Chromium however the process ends. On Linux it restarts
 * first: its allocator reads its settings only at the start.
 */
async function runShell(switches: readonly string[]): Promise<void> {
  const script = path.join(projectFolder, 'test', 'chromium-shell', 'start.ts');
  const args = [script, projectFolder, ...switches];
  beginWithSettings(['--import', import.meta.resolve('./endWithNpm.ts'), ...args], {
    NODE_COMPILE_CACHE: path.join(memoryFolder, 'compiled'),
  });
  process.argv = [process.execPath, ...args];
  await import('../../test/chromium-shell/start.ts');
}

function runElectron(program: string, switches: readonly string[]): void {
  const child = spawn(program, [...(isRoot() ? ['--no-sandbox'] : []), projectFolder, ...switches], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.on('exit', () => child.kill());
  child.once('error', (error) => {
    process.stderr.write(`Electron did not start: ${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code) => process.exit(code ?? 1));
}
