import { app, dialog } from 'electron';
import { makeTemporaryRunFolder, type RunFolder } from '../platform/system/runFolder.ts';
import { silenceSessions } from './sessions.ts';

/**
 * Shows why the app ends, and ends it. On Linux, Electron shows a box only once it is ready; before that it
 * writes to the terminal, which users who start the app from a menu do not see (`ShowErrorBox` in its
 * `message_box_gtk.cc`).
 */
export async function endWithError(title: string, content: string): Promise<void> {
  if (process.platform === 'linux') await app.whenReady();
  dialog.showErrorBox(title, content);
  app.exit(1);
}

export function cannotStart(why: string): Promise<void> {
  return endWithError('RWA Explorer cannot start', why);
}

export function refuseToStart(why: string): void {
  // On Linux, Chromium has to be ready to show the reason, so it gets a folder of its own. Other systems show
  // it before Chromium writes.
  if (process.platform === 'linux') useRunFolder(makeTemporaryRunFolder());
  silenceSessions();
  void cannotStart(why);
}

/** Gives Chromium a temporary profile folder for this run. Call before the app is ready. */
export function useRunFolder({ folder, remove }: RunFolder): void {
  app.setPath('userData', folder);
  // Electron emits `exit` with `quit` (lib/browser/init.ts); the Chromium shell emits it once Chromium has
  // stopped writing.
  process.once('exit', remove);
}
