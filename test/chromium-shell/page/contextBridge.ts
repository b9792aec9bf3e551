import type { BridgeEnd } from './bridgeEnd.ts';

/** `contextBridge` in the preload. */
export interface PageContextBridge {
  exposeInMainWorld(apiKey: string, api: unknown): void;
}

/** Evaluated in the page as text, so it uses nothing from outside itself. */
export function makeContextBridge(end: BridgeEnd): PageContextBridge {
  return {
    exposeInMainWorld(apiKey, api) {
      end.expose(apiKey, api);
    },
  };
}
