import { EventEmitter } from 'node:events';
import { BrowserWindow } from 'electron';
import type { EventName } from '../../preload/contract/bridge.ts';
import { eventChannel } from '../../preload/contract/channels.ts';
import { eventNames } from '../../preload/contract/names.ts';
import type { AppEvents } from '../platform/appEvents.ts';

/** `alertFired` waits until the background listens: an alert that cannot be shown is emitted again. */
export function createAppEvents(): AppEvents {
  const events: AppEvents = new EventEmitter();
  for (const name of eventNames) if (name !== 'alertFired') forwardToWindows(events, name);
  return events;
}

export function forwardToWindows(events: AppEvents, name: EventName): void {
  events.on(name, (payload: unknown) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (!window.isDestroyed()) window.webContents.send(eventChannel(name), payload);
    }
  });
}
