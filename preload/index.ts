import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, eventChannel } from './contract/channels.ts';
import { callNames, eventNames } from './contract/names.ts';

/** Puts the bridge on `window`, one method for each call and event, and nothing else. */

const callMethods = callNames.map((name) => [
  name,
  (args?: unknown): Promise<unknown> => ipcRenderer.invoke(callChannel(name), args),
]);

const eventMethods = eventNames.map((name) => [
  `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  (handler: (payload: unknown) => void): (() => void) => {
    let heard: typeof handler | null = handler;
    const listener = (_event: unknown, payload: unknown): void => {
      heard?.(payload);
    };
    ipcRenderer.on(eventChannel(name), listener);
    return () => {
      ipcRenderer.removeListener(eventChannel(name), listener);
      // The Chromium shell frees nothing that the two worlds hold of each other in a circle.
      heard = null;
    };
  },
]);

contextBridge.exposeInMainWorld('bridge', Object.fromEntries([...callMethods, ...eventMethods]));
