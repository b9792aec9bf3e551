import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, eventChannel } from './contract/channels.ts';
import { callNames, eventNames } from './contract/names.ts';

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
      // The Chromium shell does not collect cycles between the two contexts.
      heard = null;
    };
  },
]);

contextBridge.exposeInMainWorld('bridge', Object.fromEntries([...callMethods, ...eventMethods]));
