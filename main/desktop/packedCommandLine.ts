import { app } from 'electron';
import type { Transport } from '../service/transport.ts';
import { systemTransport } from './systemTransport.ts';

/** What a command line needs of Electron. */
export interface CommandLineSurroundings {
  readonly argv: readonly string[];
  readonly version: string;
  /** Electron's requests, through the system's proxy and certificates; they can be sent once Electron is ready. */
  readonly transport: () => Promise<Transport>;
}

/** Runs a command without a window, and ends the process with the code that it gives. */
export function runWithoutWindow(
  argv: readonly string[],
  run: (surroundings: CommandLineSurroundings) => Promise<number>,
): void {
  const end = (code: number): void => {
    // What was written may still be on its way to a pipe.
    process.stdout.write('', () => {
      app.exit(code);
    });
  };
  // A reader such as `head` that has seen enough closes the pipe: that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    app.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  app.dock?.hide();
  // Without a window Electron would end at the first of its own reasons; the command says when it is done.
  app.on('window-all-closed', () => undefined);
  void run({
    argv,
    version: app.getVersion(),
    async transport() {
      await app.whenReady();
      return systemTransport;
    },
  }).then(end, () => {
    end(1);
  });
}

/** The arguments after the program, and after the app's folder where the program is a bare Electron. */
export function programArguments(): readonly string[] {
  return process.argv.slice(app.isPackaged ? 1 : 2);
}
