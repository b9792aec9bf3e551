import { app } from 'electron';
import { registerAppScheme } from './appProtocol.ts';
import { guardContents } from './contentsGuard.ts';
import { silenceSessions } from './sessions.ts';

/** The app's name on Windows, as its shortcuts have it (`appId` of the build): without it no notification shows there. */
const appUserModelId = 'org.rwa-explorer.app';

/** Sets what Electron must know before it is ready. */
export function prepareElectron(): void {
  registerAppScheme();
  silenceSessions();
  // It takes `--no-sandbox` back (`App::EnableSandbox` in Electron's `electron_api_app.cc`), without which Chromium ends as root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (process.platform === 'win32') app.setAppUserModelId(appUserModelId);
  guardContents();
}
