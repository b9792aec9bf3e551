import { BrowserWindow } from 'electron';
import type { EventName, EventPayload } from '../../preload/contract/bridge.ts';
import { eventChannel } from '../../preload/contract/channels.ts';

/** Sends an event to every window. */
export function sendEvent<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(name), payload);
  }
}
