import { app } from 'electron';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorText } from '../../preload/contract/failures.ts';
import { endWithoutOutput, plainLine } from '../cli/output.ts';
import { exitCodeOfSignal, Stop } from '../cli/stop.ts';
import { userDataFolderOf } from '../cli/userDataFolder.ts';
import type { Transport } from '../data-service/transport.ts';
import { handOverToWindow } from './handOver.ts';
import { addSwitches } from './modes.ts';
import { silenceSessions } from './sessions.ts';
import type { StartChildProcess } from '../platform/system/childProcess.ts';
import { applyProxy, systemTransport } from './systemTransport.ts';
import { startUtilityProcess } from './utilityProcess.ts';
import { dayMs } from '../../preload/contract/days.ts';
import { makePrivateFolder } from '../platform/system/privateFolder.ts';

/** What a command line needs of Electron. */
export interface CommandLineEnvironment {
  readonly argv: readonly string[];
  readonly version: string;
  /** Electron's requests, through the proxy of the settings and with the system's certificates; they can be sent once Electron is ready. */
  readonly transport: () => Promise<Transport>;
  readonly applyProxy: typeof applyProxy;
  readonly startProcess: StartChildProcess;
  readonly stop: Stop;
}

/** Runs a command without a window, and ends the process with the code that it gives. */
export function runWithoutWindow(
  argv: readonly string[],
  run: (environment: CommandLineEnvironment) => Promise<number>,
): void {
  addSwitches('command');
  // Chromium's own files go to a folder of this run: those of the window belong to the window, which may be open.
  const { folder, remove } = makeRunFolder(app.getPath('userData'));
  app.setPath('userData', folder);
  // Electron emits it with `quit` (lib/browser/init.ts); the Chromium shell, once Chromium writes no more.
  process.once('exit', remove);
  silenceSessions();
  // Electron shows what nobody has caught in a box, and goes on (lib/browser/init.ts): nobody may be there to close it.
  const fail = (error: unknown): void => {
    process.stderr.write(`${plainLine(errorText(error))}\n`, () => {
      app.exit(1);
    });
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  // Chromium takes the signals over shortly before Electron is ready, and quits at one with 0 (`InstallShutdownSignalHandlers`).
  const stop = new Stop((by) => {
    app.exit(exitCodeOfSignal(by));
  });
  void app.whenReady().then(() => {
    stop.listen();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    setImmediate(stop.by, 'SIGTERM');
  });
  const end = (code: number): void => {
    // What was written may still be on its way to a pipe.
    process.stdout.write('', () => {
      app.exit(code);
    });
  };
  endWithoutOutput((code) => {
    app.exit(code);
  });
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

/** A folder for what Chromium writes during one command, and what removes it. */
interface RunFolder {
  readonly folder: string;
  readonly remove: () => void;
}

/** Makes such a folder inside the folder of the app, from which those go that a run before could not remove: on Windows Chromium holds its files to the end. */
function makeRunFolder(userDataFolder: string): RunFolder {
  const all = join(userDataFolder, 'commands');
  let folder: string;
  try {
    makePrivateFolder(all);
    for (const name of readdirSync(all)) {
      const left = join(all, name);
      // Also a day ahead: a clock that was wrong has dated it.
      if (Math.abs(Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())) > dayMs)
        remove(left);
    }
    folder = mkdtempSync(join(all, 'run-'));
  } catch {
    // The folder of the app cannot be written, and a command that only reads needs no more.
    folder = mkdtempSync(join(tmpdir(), 'rwa-explorer-'));
  }
  return {
    folder,
    remove: () => {
      remove(folder);
    },
  };
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The system still holds a file of it: a later run removes it.
  }
}

/** Sets and returns the folder of everything the app stores for this user: the one named with `--user-data-dir`, else the system's usual one. */
export function openUserDataFolder(): string {
  const named = app.commandLine.getSwitchValue('user-data-dir');
  const folder = userDataFolderOf({ userDataDir: named === '' ? undefined : named });
  app.setPath('userData', folder);
  return folder;
}
