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

export function runWithoutWindow(
  argv: readonly string[],
  run: (environment: Omit<CommandLineOptions, 'entryUrl'>) => Promise<number>,
): void {
  addSwitches('command');
  // Gives Chromium a folder of this run: the usual profile belongs to the window, which may be open.
  useRunFolder(makeRunFolder(app.getPath('userData')));
  silenceSessions();
  let isOver = false;
  const exit = (code: number): void => {
    isOver = true;
    app.exit(code);
  };
  app.once('quit', () => {
    // At the end of a session, Electron would exit with 0 (`ExitOnSessionLoss`).
    if (isOver || process.exitCode !== undefined) return;
    process.stderr.write('The program was ended before the command was done.\n');
    app.exit(1);
  });
  // Electron would show an uncaught error in a box and continue (lib/browser/init.ts).
  const fail = (error: unknown): void => {
    process.stderr.write(`${plainLine(errorText(error))}\n`, () => exit(1));
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  // Chromium takes over the signals shortly before Electron is ready, and exits with 0 on each
  // (`InstallShutdownSignalHandlers`).
  const stop = new Stop((by) => exit(exitCodeOfSignal(by)));
  void app.whenReady().then(() => stop.listen());
  app.on('before-quit', (event) => {
    event.preventDefault();
    setImmediate(stop.by, 'SIGTERM');
  });
  const end = (code: number): void => {
    // Output may still be on its way to a pipe.
    process.stdout.write('', () => exit(code));
  };
  endWithoutOutput(exit);
  app.dock?.hide();
  handOverToWindow();
  // The command decides when to exit, not Electron.
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

/** Sets and returns the user-data folder: the one of `--user-data-dir`, else the system's usual one. */
export function openUserDataFolder(): string {
  const named = app.commandLine.getSwitchValue('user-data-dir');
  const folder = userDataFolderOf({ userDataDir: named === '' ? undefined : named });
  app.setPath('userData', folder);
  return folder;
}
