import { app, type BrowserWindow } from 'electron';
import type { Crashes } from '../platform/crash/crashes.ts';
import type { Log } from '../platform/log/log.ts';
import { endWithError } from './endWithError.ts';
import { relaunch } from './relaunch.ts';

export interface CrashGuard {
  /** Messages to the user about crashes that this run survived. */
  readonly notices: readonly string[];
  /** True once a crash ends this run, which must not count as a clean exit. */
  readonly ending: boolean;
  /** Handles a fatal error: writes a crash note, tells the user and exits. */
  end(error: unknown): void;
  /** Reopens a crashed page. Two crashes in a row restart in safe mode; there, they end the app. */
  watch(window: BrowserWindow, reopen: () => void): void;
}

interface CrashGuardOptions {
  readonly crashes: Crashes;
  readonly log: Log;
  readonly inSafeMode: () => boolean;
}

export function guardAgainstCrashes({ crashes, log, inSafeMode }: CrashGuardOptions): CrashGuard {
  const notices: string[] = [];
  let ending = false;
  let quitting = false;

  function end(error: unknown): void {
    if (ending) return;
    ending = true;
    const { path, safeModeNext } = crashes.note('app', error);
    log.error('app', error);
    const next = safeModeNext ? ' It opens in safe mode next time.' : '';
    close(
      `An unexpected error occurred, and the app cannot continue. What you have saved is safe.${next}`,
      path,
    );
  }

  function close(why: string, note: string): void {
    void endWithError('RWA Explorer has to close', `${why}\n\nDetails are in ${note}.`);
  }

  app.once('before-quit', () => {
    quitting = true;
  });
  // Until the data is open, only this listener marks a clean exit.
  app.once('will-quit', () => {
    if (!ending) crashes.started();
  });
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  // Ignores write errors after the terminal was closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  return {
    notices,
    get ending() {
      return ending;
    },
    end,
    watch(window, reopen) {
      window.webContents.once('did-finish-load', () => crashes.started());
      // Windows ends the app with the session, without `will-quit`.
      window.on('session-end', () => {
        if (!ending) crashes.endedWell();
      });
      window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
        if (reason === 'clean-exit' || ending) return;
        // The end of a session kills every process of the app.
        if (reason === 'killed' && quitting) return;
        const what = new Error(`The page of the window ended: ${reason}, exit code ${exitCode.toString()}.`);
        const { path, safeModeNext } = crashes.note('window', what);
        log.error('window', what);
        if (safeModeNext) {
          ending = true;
          if (inSafeMode()) close('Its window crashes in safe mode too. What you have saved is safe.', path);
          else {
            relaunch();
            app.quit();
          }
          return;
        }
        notices.push(`The window crashed and was reopened. Details are in ${path}.`);
        reopen();
      });
    },
  };
}
