import { app, dialog } from 'electron';
import { makeTemporaryRunFolder, type RunFolder } from '../platform/system/runFolder.ts';
import { silenceSessions } from './sessions.ts';

/**
 * Says why the app ends, and ends it. On Linux Electron shows a box only once it is ready; before, it writes to the terminal, which
 * who starts the app from a menu does not see (`ShowErrorBox` in its `message_box_gtk.cc`).
 */
export async function endWithError(title: string, content: string): Promise<void> {
  if (process.platform === 'linux') await app.whenReady();
  dialog.showErrorBox(title, content);
  app.exit(1);
}

export function cannotStart(why: string): Promise<void> {
  return endWithError('RWA Explorer cannot start', why);
}

/** Ends a start whose folder cannot be used. */
export function refuseToStart(why: string): void {
  // Chromium, which shows why once it is ready, has a folder of its own; elsewhere the system shows it before Chromium writes.
  if (process.platform === 'linux') useRunFolder(makeTemporaryRunFolder());
  silenceSessions();
  void cannotStart(why);
}

/** Has Chromium write to a folder of this run, which goes with it. To be called before the app is ready. */
export function useRunFolder({ folder, remove }: RunFolder): void {
  app.setPath('userData', folder);
  // Electron emits it with `quit` (lib/browser/init.ts); the Chromium shell, once Chromium writes no more.
  process.once('exit', remove);
}
