import { app, type BrowserWindow } from 'electron';
import type { Crashes } from '../platform/crash/crashes.ts';
import type { Log } from '../platform/log/log.ts';
import { endWithError } from './endWithError.ts';
import { relaunch } from './relaunch.ts';

/** What the app does when it, or its window, crashes. */
export interface CrashGuard {
  /** What to tell the user of crashes that this run has lived through, in sentences. */
  readonly notices: readonly string[];
  /** True once a crash ends this run: it must not count as one that ended well. */
  readonly ending: boolean;
  /** What nobody expected, and nothing can go on after: leaves a note, says so, and ends the app. */
  end(error: unknown): void;
  /**
   * Opens a window whose page has crashed once more; after two crashes in a row the app starts again, in safe mode. Where it crashes
   * in safe mode too, another start would not help: it says so and ends.
   */
  watch(window: BrowserWindow, reopen: () => void): void;
}

export interface CrashGuardOptions {
  readonly crashes: Crashes;
  readonly log: Log;
  /** Whether this run is in safe mode, requested or not. */
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
  // Until the data are open, only this listener marks a quit as clean.
  app.once('will-quit', () => {
    if (!ending) crashes.started();
  });
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  // A terminal that was closed takes what the app writes no longer: no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  return {
    notices,
    get ending() {
      return ending;
    },
    end,
    watch(window, reopen) {
      window.webContents.once('did-finish-load', () => crashes.started());
      // Windows ends the app with the session by itself, without `will-quit`.
      window.on('session-end', () => {
        if (!ending) crashes.endedWell();
      });
      window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
        if (reason === 'clean-exit' || ending) return;
        // The end of a session ends each process of the app by itself.
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
