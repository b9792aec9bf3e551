import { blankPath } from '../loopback.ts';
import { makeCodec, type Codec } from '../codec.ts';
import { makeBridgeEnd, type EventNode } from './bridgeEnd.ts';
import { makeContextBridge, type PageContextBridge } from './contextBridge.ts';
import { makeIpcRenderer } from './ipcRenderer.ts';
import { bindingName, receiverName } from './messages.ts';

/** The event by which the two worlds of a document meet, before any script of the page. */
const meeting = 'chromium-shell-worlds-meet';

/** The text for the world of the page: evaluated first, it waits for that of the preload. */
export function mainWorldScript(): string {
  return `(${meetPreload.toString()})(${JSON.stringify({ meeting })}, ${makeBridgeEnd.toString()});`;
}

/**
 * The text for the world of the preload, evaluated second: the two modules that a preload may require, and the preload's bundle
 * as a CommonJS module with the names that Electron gives it (`runPreloadScript` in `lib/sandboxed_renderer/preload.ts`).
 */
export function preloadScript(preload: string): string {
  const names = JSON.stringify({ binding: bindingName, receiver: receiverName, blankPath, meeting });
  const parts = [makeCodec, makeBridgeEnd, makeContextBridge, makeIpcRenderer]
    .map((part) => `(${part.toString()})`)
    .join(', ');
  return `(${runPreload.toString()})(${names}, ${parts}, function (require, exports, module, global) {\n${preload}\n});`;
}

type CommonJs = (
  require: (id: string) => unknown,
  exports: object,
  module: { exports: object },
  global: object,
) => void;

/** What these scripts use of a page. */
interface Page {
  top: unknown;
  location: { pathname: string };
  outerWidth: number;
  outerHeight: number;
  screenX: number;
  screenY: number;
  EventTarget: new () => EventNode;
  FocusEvent: new (type: string, init: { relatedTarget: EventNode }) => unknown;
  dispatchEvent(event: unknown): boolean;
  addEventListener(event: string, listener: (event: object) => void, options?: { once: true }): void;
  matchMedia(query: string): {
    matches: boolean;
    addEventListener(event: string, listener: () => void): void;
  };
}

function meetPreload(names: { meeting: string }, endMaker: typeof makeBridgeEnd): void {
  const page = globalThis as unknown as Page;
  page.addEventListener(
    names.meeting,
    (event) => {
      endMaker((event as { relatedTarget: EventNode }).relatedTarget, 'main');
    },
    { once: true },
  );
}

function runPreload(
  names: { binding: string; receiver: string; blankPath: string; meeting: string },
  codecMaker: () => Codec,
  endMaker: typeof makeBridgeEnd,
  contextBridgeMaker: typeof makeContextBridge,
  ipcRendererMaker: typeof makeIpcRenderer,
  preload: CommonJs,
): void {
  const page = globalThis as unknown as Page;
  const binding: unknown = Reflect.get(page, names.binding);
  Reflect.deleteProperty(page, names.binding);
  if (typeof binding !== 'function' || page.top !== page || page.location.pathname === names.blankPath)
    return;

  const { ipcRenderer, tell, receive } = ipcRendererMaker(codecMaker(), binding as (text: string) => void);
  Object.defineProperty(page, names.receiver, { value: receive });
  const node = new page.EventTarget();
  const contextBridge: PageContextBridge = contextBridgeMaker(endMaker(node, 'isolated'));
  page.dispatchEvent(new page.FocusEvent(names.meeting, { relatedTarget: node }));

  const orThrow = (owner: string, object: object): object =>
    new Proxy(object, {
      get(target, member) {
        if (typeof member === 'symbol' || member in target) return Reflect.get(target, member) as unknown;
        throw new Error(`The Chromium shell has no ${owner}.${member}`);
      },
    });
  const electron = orThrow('electron', {
    contextBridge: orThrow('electron.contextBridge', contextBridge),
    ipcRenderer: orThrow('electron.ipcRenderer', ipcRenderer),
  });
  const require = (id: string): unknown => {
    if (id === 'electron') return electron;
    // Electron has events, timers and url besides, and says the same of the rest.
    throw new Error(`module not found: ${id}`);
  };
  const module = { exports: {} };
  preload(require, module.exports, module, page);

  const dark = page.matchMedia('(prefers-color-scheme: dark)');
  const tellDark = (): void => {
    tell(['dark', dark.matches]);
  };
  const tellBounds = (): void => {
    tell(['bounds', { x: page.screenX, y: page.screenY, width: page.outerWidth, height: page.outerHeight }]);
  };
  dark.addEventListener('change', tellDark);
  page.addEventListener('resize', tellBounds);
  page.addEventListener('pagehide', tellBounds);
  tellDark();
}
