import { app } from 'electron';
import { errorText } from '../../preload/contract/failures.ts';
import type { CommandLineOptions } from '../cli/commandLine.ts';
import { endWithoutOutput, plainLine } from '../cli/output.ts';
import { exitCodeOfSignal, Stop } from '../cli/stop.ts';
import { userDataFolderOf } from '../cli/userDataFolder.ts';
import { handOverToWindow } from './handOver.ts';
import { addSwitches } from './modes.ts';
import { silenceSessions } from './sessions.ts';
import { useRunFolder } from './endWithError.ts';
import { applyProxy, systemTransport } from './systemTransport.ts';
import { startUtilityProcess } from './utilityProcess.ts';
import { makeRunFolder } from '../platform/system/runFolder.ts';

/** Runs a command without a window, and ends the process with the code that it gives. */
export function runWithoutWindow(
  argv: readonly string[],
  run: (environment: Omit<CommandLineOptions, 'entryUrl'>) => Promise<number>,
): void {
  addSwitches('command');
  // Chromium's own files go to a folder of this run: those of the window belong to the window, which may be open.
  useRunFolder(makeRunFolder(app.getPath('userData')));
  silenceSessions();
  let isOver = false;
  const exit = (code: number): void => {
    isOver = true;
    app.exit(code);
  };
  app.once('quit', () => {
    // As where the session ends, and its bus with it: Electron would end with 0 (`ExitOnSessionLoss` in `electron_browser_main_parts.cc`).
    if (isOver || process.exitCode !== undefined) return;
    process.stderr.write('The program was ended before the command was done.\n');
    app.exit(1);
  });
  // Electron shows what nobody has caught in a box, and goes on (lib/browser/init.ts): nobody may be there to close it.
  const fail = (error: unknown): void => {
    process.stderr.write(`${plainLine(errorText(error))}\n`, () => exit(1));
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  // Chromium takes the signals over shortly before Electron is ready, and quits at one with 0 (`InstallShutdownSignalHandlers`).
  const stop = new Stop((by) => exit(exitCodeOfSignal(by)));
  void app.whenReady().then(() => stop.listen());
  app.on('before-quit', (event) => {
    event.preventDefault();
    setImmediate(stop.by, 'SIGTERM');
  });
  const end = (code: number): void => {
    // What was written may still be on its way to a pipe.
    process.stdout.write('', () => exit(code));
  };
  endWithoutOutput(exit);
  app.dock?.hide();
  handOverToWindow();
  // Without a window Electron would end at the first of its own reasons; the command says when it is done.
  app.on('window-all-closed', () => undefined);
  void run({
    argv,
    version: app.getVersion(),
    async transport() {
      await app.whenReady();
      return systemTransport;
    },
    applyProxy,
    startProcess: startUtilityProcess,
    stop,
  }).then(end, fail);
}

/** Sets and returns the folder of everything the app stores for this user: the one named with `--user-data-dir`, else the system's usual one. */
export function openUserDataFolder(): string {
  const named = app.commandLine.getSwitchValue('user-data-dir');
  const folder = userDataFolderOf({ userDataDir: named === '' ? undefined : named });
  app.setPath('userData', folder);
  return folder;
}
