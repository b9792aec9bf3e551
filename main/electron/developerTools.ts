import { app } from 'electron';

/**
 * Returns whether the window has developer tools. The installed app needs `--developer-tools`, because a user
 * who is talked into pasting a line there gives away what the window shows.
 */
export function developerToolsAllowed(): boolean {
  return !app.isPackaged || app.commandLine.hasSwitch('developer-tools');
}
