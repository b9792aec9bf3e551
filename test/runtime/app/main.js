import { readFile } from 'node:fs/promises';
import { Buffer } from 'node:buffer';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  nativeImage,
  Notification,
  protocol,
  session,
  Tray,
  utilityProcess,
} from 'electron';
import { silenceSessions } from '../../../main/electron/sessions.ts';

/** A small app that uses of Electron what RWA Explorer relies on, one action for each of the specs' questions. */

const origin = 'app://runtime';
const folder = app.commandLine.getSwitchValue('user-data-dir');
if (folder !== '') app.setPath('userData', path.resolve(folder));

const events = [];
const note = (event) => events.push(event);
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'";
const types = { '.html': 'text/html', '.js': 'text/javascript' };
const aborts = new Map();
/** An event of `ipcMain`, kept to look at it when its frame is gone. */
let kept;

/** The session of main's own requests: in memory, apart from that of the window. */
const service = () => session.fromPartition('service', { cache: false });

/** What a request of the app's own transport becomes, as plain data. */
async function ask(url, init = {}, read = true) {
  const { abortAfter, ...rest } = init;
  const controller = new AbortController();
  if (abortAfter === 'before') controller.abort();
  aborts.set(url, controller);
  try {
    const { requestBy } = await import('../../../main/electron/netRequest.ts');
    const given = { method: 'GET', headers: {}, ...rest, signal: controller.signal };
    const response = await requestBy(service(), url, given, () => Promise.resolve(null));
    if (abortAfter === 'headers') controller.abort();
    const text = read ? await response.text() : '';
    const { status, headers } = response;
    return { status, text, headers: Object.fromEntries(headers) };
  } catch (error) {
    return { failed: true, name: error.name, message: String(error.message) };
  }
}

let updaterLoaded;

/** What a check for updates comes to, by a proxy that is used as `user` with `password`. */
async function checkForUpdate(proxy, user, password) {
  const { applyProxy, forgetProxyLogins } = await import('../../../main/electron/systemTransport.ts');
  const { loadElectronUpdater, mayRequestUpdates } =
    await import('../../../main/electron/electronUpdater.ts');
  const { openPolicy } = await import('../../../main/platform/policy/policyFile.ts');
  await applyProxy({ mode: 'address', address: proxy, bypass: '' }, (asking) =>
    Promise.resolve(proxy.endsWith(asking) ? { user, password } : null),
  );
  await forgetProxyLogins();
  // Once in a process, as the app does: electron-updater has one updater, which its listeners stay on.
  updaterLoaded ??= loadElectronUpdater({ ...openPolicy, updateFeed: 'http://updates.invalid' });
  const updater = await updaterLoaded;
  // It runs from its sources.
  updater.forceDevUpdateConfig = true;
  await mayRequestUpdates();
  const silent = new Promise((resolve) => globalThis.setTimeout(resolve, 20_000, 'silent'));
  const check = updater.checkForUpdates().then(
    (result) => result?.updateInfo.version ?? 'inactive',
    (error) => `failed: ${error.message}`,
  );
  return Promise.race([check, silent]);
}

/** A process of the app, and what it says. */
function utility() {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'utility.js'), ['argument'], {
    env: { MARK: 'set', PATH: process.env.PATH },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { child, ended, said: () => new Promise((resolve) => child.once('message', resolve)) };
}

const first = () => BrowserWindow.getAllWindows()[0];

const actions = {
  collectGarbage: async () => {
    const { debugger: protocol } = first().webContents;
    protocol.attach();
    await protocol.sendCommand('HeapProfiler.collectGarbage');
    protocol.detach();
    return protocol.isAttached();
  },
  utility: async () => {
    const { child, ended, said } = utility();
    const pidAtOnce = typeof child.pid;
    const answer = said();
    child.postMessage({ echo: new Map([['a', 2n]]) });
    const { echo, ...rest } = await answer;
    const pid = typeof child.pid;
    child.kill();
    await ended;
    return { ...rest, echo: echo.get('a') === 2n, pidAtOnce, pid, pidAfter: typeof child.pid };
  },
  // It goes on until the app ends.
  startUtility: async () => {
    const { child, said } = utility();
    const answer = said();
    child.postMessage({ stay: true });
    await answer;
    return child.pid;
  },
  endBusyUtility: async () => {
    const { child, ended, said } = utility();
    const answer = said();
    child.postMessage({ busy: true });
    await answer;
    const killedAt = performance.now();
    process.kill(child.pid, 'SIGKILL');
    await ended;
    return performance.now() - killedAt;
  },
  echo: (_event, value) => value,
  kind: (_event, value) => Object.prototype.toString.call(value),
  fail: () => {
    throw new RangeError('Out of range.');
  },
  giveFunction: () => () => 1,
  sendFunction: ({ sender }) => sender.send('news', () => 1),
  sendNews: ({ sender }, value) => sender.send('news', value),
  sender: ({ senderFrame }) => ({ url: senderFrame?.url, isTop: senderFrame?.parent === null }),
  keepEvent: (event) => {
    kept = event;
    return kept.senderFrame === null;
  },
  keptFrameIsGone: () => kept.senderFrame === null,
  events: () => events,
  ask: (_event, url, init, read) => ask(url, init, read),
  checkForUpdate: (_event, ...args) => checkForUpdate(...args),
  abort: (_event, url) => aborts.get(url)?.abort(),
  secondHandler: () => ipcMain.handle('do', () => undefined),
  save: () => dialog.showSaveDialog(first(), { title: 'Save', defaultPath: 'text.txt' }),
  open: () => dialog.showOpenDialog(first(), { title: 'Open' }),
  question: () =>
    dialog.showMessageBox(first(), { message: 'Sure?', buttons: ['Yes', 'No'], defaultId: 0, cancelId: 1 }),
  copy: async (_event, text) => {
    await clipboard.writeText(text);
    return clipboard.readText();
  },
  supported: () => typeof Notification.isSupported(),
  tray: () => {
    const picture = nativeImage.createFromBitmap(Buffer.alloc(4 * 16 * 16), { width: 16, height: 16 });
    const tray = new Tray(picture);
    tray.setToolTip('A tray that nobody may show');
    tray.destroy();
    return tray.isDestroyed();
  },
  paths: () => ({ userData: app.getPath('userData'), version: app.getVersion(), name: app.getName() }),
  relativePath: () => app.setPath('userData', 'relative'),
  sandboxNow: () => app.enableSandbox(),
  sendAfterClose: async () => {
    const window = new BrowserWindow({ show: false });
    const { webContents } = window;
    const closed = new Promise((resolve) => window.once('closed', resolve));
    window.destroy();
    await closed;
    try {
      webContents.send('news', 1);
      return 'sent';
    } catch (error) {
      return error.message;
    }
  },
  quit: () => void setTimeout(50).then(() => app.quit()),
  exit: (_event, code) => void setTimeout(50).then(() => app.exit(code)),
  refuseQuit: () => {
    app.once('before-quit', (event) => {
      event.preventDefault();
      note('quit refused');
    });
    app.quit();
  },
};

/** Before the app is ready there are no sessions. */
const beforeReady = (() => {
  try {
    service();
    return 'given';
  } catch (error) {
    return error.message;
  }
})();
actions.beforeReady = () => beforeReady;

if (app.requestSingleInstanceLock()) start();
else app.quit();

function start() {
  silenceSessions();
  for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed'])
    app.on(name, () => process.stdout.write(`event ${name}\n`));
  app.on('window-all-closed', () => app.quit());
  app.on('second-instance', (_event, argv, workingFolder) =>
    note({ argv: argv.filter((arg) => arg.startsWith('--mine')), workingFolder }),
  );
  app.on('session-created', () => note('session-created'));
  app.on('web-contents-created', (_event, contents) => {
    const inside = (event) => {
      note(`will-navigate ${event.url}`);
      if (!event.url.startsWith(`${origin}/`)) event.preventDefault();
    };
    contents.on('will-navigate', inside);
    contents.setWindowOpenHandler(({ url }) => {
      note(`open ${url}`);
      return { action: 'deny' };
    });
  });
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
  ipcMain.handle('do', (event, name, ...args) => actions[name](event, ...args));
  ipcMain.on('note', (_event, value) => note(value));
  void app.whenReady().then(openWindow);
}

async function openWindow() {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  protocol.handle('app', answer);
  const preload = path.join(import.meta.dirname, 'preload.cjs');
  const window = new BrowserWindow({
    width: 900,
    height: 600,
    show: false,
    webPreferences: { preload, sandbox: true, contextIsolation: true },
  });
  // Nobody is there yet to hear it.
  window.webContents.send('news', 'before the page');
  window.once('ready-to-show', () => {
    note('ready-to-show');
    window.show();
  });
  window.webContents.on('did-finish-load', () => note('did-finish-load'));
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    note(`gone ${reason}, frame ${String(kept?.senderFrame ?? null)}`);
    void window.loadURL(`${origin}/`);
  });
  await window.loadURL(`${origin}/`);
  process.stdout.write('loaded\n');
}

async function answer(request) {
  const { pathname, search } = new URL(request.url);
  note(`asked ${request.method} ${pathname}${search}`);
  if (pathname === '/throw') throw new Error('The handler of a test throws.');
  const name =
    pathname === '/' || pathname === '/other' ? 'index.html' : decodeURIComponent(pathname.slice(1));
  if (name.startsWith('echo/')) return new Response(name, { headers: { 'content-type': 'text/plain' } });
  const file = path.join(import.meta.dirname, 'page', path.basename(name));
  return readFile(file).then(
    (body) =>
      new Response(body, {
        headers: {
          'content-type': types[path.extname(file)] ?? 'text/plain',
          'content-security-policy': policy,
        },
      }),
    () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } }),
  );
}
