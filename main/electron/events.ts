import { BrowserWindow } from 'electron';
import type { SendEvent } from '../../preload/contract/bridge.ts';
import { eventChannel } from '../../preload/contract/channels.ts';

/** Sends an event to every window. */
export const sendEvent: SendEvent = (name, payload) => {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(name), payload);
  }
};
