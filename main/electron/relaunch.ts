import { app } from 'electron';

/**
 * Starts the app again with these arguments once it has ended. An AppImage and a portable program run from a folder that is gone
 * by then: they are started from the file that the user has.
 */
export function relaunch(args: readonly string[]): void {
  const execPath = process.env['APPIMAGE'] ?? portableFile();
  app.relaunch({ args: [...args], ...(execPath === undefined ? {} : { execPath }) });
}

/** The file of a portable Windows program, which has unpacked itself; undefined for any other. electron-builder's name for it. */
export function portableFile(): string | undefined {
  return process.env['PORTABLE_EXECUTABLE_FILE'];
}
