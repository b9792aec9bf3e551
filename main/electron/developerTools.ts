import { app } from 'electron';

/**
 * Whether the window has developer tools: in the installed app only with `--developer-tools`, since whoever can be talked into
 * pasting a line there hands over what the window shows.
 */
export function developerToolsAllowed(): boolean {
  return !app.isPackaged || app.commandLine.hasSwitch('developer-tools');
}
