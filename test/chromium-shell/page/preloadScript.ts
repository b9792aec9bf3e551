import { blankPath } from '../loopback.ts';
import { makeCodec, type Codec } from '../codec.ts';
import { makeContextBridge, type PageContextBridge } from './contextBridge.ts';
import { makeIpcRenderer } from './ipcRenderer.ts';
import { bindingName, receiverName } from './messages.ts';

/**
 * The text that Chromium evaluates in every document before the page's own scripts: the two modules that a preload may
 * require, and the preload's bundle as a CommonJS module that can require `electron` and nothing else.
 */
export function preloadScript(preload: string): string {
  const names = JSON.stringify({ binding: bindingName, receiver: receiverName, blankPath });
  const parts = [makeCodec, makeContextBridge, makeIpcRenderer]
    .map((part) => `(${part.toString()})`)
    .join(', ');
  return `(${runPreload.toString()})(${names}, ${parts}, function (require, module, exports) {\n${preload}\n});`;
}

type CommonJs = (require: (id: string) => unknown, module: { exports: object }, exports: object) => void;

/** What this script uses of a page. */
interface Page {
  top: unknown;
  location: { pathname: string };
  outerWidth: number;
  outerHeight: number;
  screenX: number;
  screenY: number;
  addEventListener(event: string, listener: () => void): void;
  matchMedia(query: string): {
    matches: boolean;
    addEventListener(event: string, listener: () => void): void;
  };
}

function runPreload(
  names: { binding: string; receiver: string; blankPath: string },
  codecMaker: () => Codec,
  contextBridgeMaker: () => PageContextBridge,
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

  const orThrow = (owner: string, object: object): object =>
    new Proxy(object, {
      get(target, member) {
        if (typeof member === 'symbol' || member in target) return Reflect.get(target, member) as unknown;
        throw new Error(`The Chromium shell has no ${owner}.${member}`);
      },
    });
  const electron = orThrow('electron', {
    contextBridge: orThrow('electron.contextBridge', contextBridgeMaker()),
    ipcRenderer: orThrow('electron.ipcRenderer', ipcRenderer),
  });
  const require = (id: string): unknown => {
    if (id === 'electron') return electron;
    throw new Error(`A sandboxed preload can require 'electron' only, not '${id}'`);
  };
  const module = { exports: {} };
  preload(require, module, module.exports);

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
