'use strict';
const { contextBridge, ipcRenderer } = require('electron');

/** What a preload has, as the specs look at it from the page. */
const attempt = (use) => {
  try {
    return use();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};

const news = [];
ipcRenderer.on('news', (_event, value) => news.push(value));

class Shape {
  side = 2;
  area() {
    return this.side ** 2;
  }
}

const twins = { same: true };
const ring = { name: 'ring' };
ring.self = ring;

contextBridge.exposeInMainWorld('runtime', {
  call: (name, ...args) => ipcRenderer.invoke('do', name, ...args),
  unheard: () => ipcRenderer.invoke('nobody'),
  note: (value) => ipcRenderer.send('note', value),
  news: () => news,
  onNews: (handler) => {
    const listener = (_event, value) => handler(value);
    ipcRenderer.on('news', listener);
    return () => ipcRenderer.removeListener('news', listener);
  },
  /** What the preload sees of what the page hands over. */
  kindOf: (value) => Object.prototype.toString.call(value),
  isMine: (value) => value instanceof Map || value instanceof Date || value instanceof Uint8Array,
  give: {
    map: () => new Map([['a', 1]]),
    date: () => new Date(86_400_000),
    bytes: () => new Uint8Array([1, 255]),
    nothing: () => undefined,
    nested: () => ({ list: [undefined, null, NaN], big: 2n ** 70n }),
    instance: () => new Shape(),
    error: () => new RangeError('Handed over.'),
    ring: () => ring,
    twins: () => [twins, twins],
    holes: () => Object.assign(new Array(2), { 1: 1 }),
    function: () => (number) => number + 1,
  },
  throwError: () => {
    throw Object.assign(new RangeError('Thrown.'), { secret: 'of the preload' });
  },
  throwText: () => {
    throw 'text';
  },
  reject: () => Promise.reject(Object.assign(new TypeError('Rejected.'), { secret: 'of the preload' })),
  callBack: (handler, value) => handler(value),
  settings: { list: [1, 2], deep: { er: true } },
  preload: {
    modules: Object.fromEntries(
      ['node:fs', 'electron/main', './other.cjs'].map((id) => [id, attempt(() => typeof require(id))]),
    ),
    readyState: globalThis.document.readyState,
    seesPage: typeof globalThis.pageSecret,
    hasNode: [typeof globalThis.require, typeof globalThis.module],
  },
  exposeAgain: () => attempt(() => contextBridge.exposeInMainWorld('runtime', {})),
  seesPageNow: () => typeof globalThis.pageSecret,
});
