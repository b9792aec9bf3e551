import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { CommandId } from '../../preload/contract/commands.ts';
import { type Failure, FailureError } from '../../preload/contract/failures.ts';
import { plainLocale } from '../../preload/contract/plainLocale.ts';
import type { Policy } from '../../preload/contract/policy.ts';
import type { Services } from '../services.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import { notWritable } from '../platform/sqlite/failures.ts';
import { once } from '../platform/once.ts';
import { Arriving } from '../platform/system/arriving.ts';
import { hiddenSwitch } from '../platform/system/autostart.ts';
import { flushCompiled } from '../platform/system/compiled.ts';
import { toastActivator } from '../platform/system/installation.ts';
import { mayWrite } from '../platform/system/mayWrite.ts';
import { refuseForeignFolder } from '../platform/system/ownership.ts';
import { createStartMarks } from '../platform/system/startMarks.ts';
import { appOrigin } from './appOrigin.ts';
import { registerAppScheme, serveApp } from './appProtocol.ts';
import { ArrivingFile } from '../features/savedQueries/arrivingFile.ts';
import { ArrivingLinks, claimLinks } from './arrivingLinks.ts';
import { collectGarbageWhenIdle } from './memory.ts';
import { addSwitches } from './modes.ts';
import type { Background } from './background/background.ts';
import { startsHidden } from './background/startAtLogin.ts';
import { denyPermissions, guardContents } from './contentsGuard.ts';
import { developerToolsAllowed, setMenu } from './menu.ts';
import { cannotStart, refuseToStart } from './endWithError.ts';
import { forwardToWindows } from './events.ts';
import type { CallHandlers } from '../platform/calls/answerCall.ts';
import { handleCalls } from './ipc.ts';
import { closeBeforeQuit } from './quitting.ts';
import { relaunch } from './relaunch.ts';
import { beginRun } from './run.ts';
import { closeWindowNetwork, silenceSessions } from './sessions.ts';
import { applyProxy, systemTransport } from './systemTransport.ts';
import { startUtilityProcess } from './utilityProcess.ts';
import { bringToFront, openWindow } from './window.ts';
import { placeWindow, saveWindowState, windowDocument } from './windowState.ts';
import { askUser, isAsking } from './ask.ts';

/** The services' options that depend on the desktop: data folder, transport, events. */
interface DesktopEnvironment extends Required<
  Pick<
    ServicesOptions,
    | 'userDataFolder'
    | 'sampleLivePerMinute'
    | 'transport'
    | 'applyProxy'
    | 'startProcess'
    | 'policy'
    | 'background'
    | 'events'
    | 'isWatchPaused'
  >
> {
  /** Resolves once the window is requested. Loading code earlier would delay the window. */
  readonly windowBegun: Promise<unknown>;
  readonly restore: boolean;
}

interface DesktopOptions {
  readonly outFolder: string;
  readonly policy: Policy;
  readonly createServices: (environment: DesktopEnvironment) => Promise<Services>;
}

export function runDesktop(options: DesktopOptions): void {
  const visible = !app.commandLine.hasSwitch('headless');
  // `--sample-live=20` adds 20 sample transactions a minute, to try watchlists without a key.
  const sampleLivePerMinute = Math.min(
    100_000,
    Number.parseInt(app.commandLine.getSwitchValue('sample-live'), 10) || 0,
  );
  const preloadFile = join(options.outFolder, 'preload', 'index.cjs');
  const marks = createStartMarks({
    processStart: processStart(),
    now: () => performance.timeOrigin + performance.now(),
    ...(app.commandLine.hasSwitch('start-times') ? { write: (line) => process.stderr.write(line) } : {}),
  });
  marks.reach('main bundle loaded');

  const userDataFolder = app.getPath('userData');
  try {
    refuseForeignFolder(join(userDataFolder, 'data'));
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    refuseToStart(sentenceOf(error.failure));
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    if (mayWrite(userDataFolder, '')) {
      // The first instance shows its window; this one ends.
      app.quit();
    } else {
      // The folder is read-only: no lock can be taken, and Chromium needs a profile.
      const next = 'The commands read such a folder: rwa-explorer query assets --offline.';
      refuseToStart(`${notWritable(userDataFolder)} ${next}`);
    }
    return;
  }
  addSwitches('window');
  const run = beginRun(userDataFolder, options.policy);
  const { log, events, crashes, guard, safeMode } = run;
  const links = new ArrivingLinks(() => events.emit('linkArrived', null));
  links.arriveFrom(process.argv);
  const file = new ArrivingFile(() => events.emit('queryFileArrived', null));
  file.arriveFrom(process.argv.slice(1), process.cwd());
  const chosenCommands = new Arriving<CommandId>(() => {
    events.emit('commandChosen', null);
  }, commandsThatWait);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    links.arrive(link);
    show();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    file.arrive(path);
    show();
  });
  app.on('second-instance', (_event, argv, workingFolder) => {
    links.arriveFrom(argv);
    file.arriveFrom(argv.slice(1), workingFolder);
    if (!argv.includes(`--${hiddenSwitch}`)) show();
  });
  let background: Background | null = null;
  let isClosing = false;
  let show = showWindow;
  const isInstalling = (): boolean => run.updates.state.state === 'installing';
  app.on('window-all-closed', () => {
    // Squirrel closes the windows and quits the app itself (`AutoUpdater::OnWindowAllClosed`). If the app
    // quits first, Squirrel does not restart it.
    if (background?.keepsRunning === true) return;
    if (!isInstalling()) app.quit();
    else
      events.once('updateChanged', () => {
        // The installation failed: nothing else would end the app.
        if (BrowserWindow.getAllWindows().length === 0) app.quit();
      });
  });

  prepareElectron();

  void start().catch((error: unknown) => {
    if (!(error instanceof FailureError)) {
      guard.end(error);
      return;
    }
    log.failure('start', error.failure);
    crashes.endedWell();
    // If there was a copy to restore, the user has already seen a dialog and chosen to quit.
    if (error.failure.copyMadeAt === undefined) void cannotStart(sentenceOf(error.failure));
    else app.exit(1);
  });

  async function start(): Promise<void> {
    const windowBegun = Promise.withResolvers<undefined>();
    const environment: Omit<DesktopEnvironment, 'restore'> = {
      userDataFolder,
      windowBegun: windowBegun.promise,
      sampleLivePerMinute: Math.max(0, sampleLivePerMinute),
      transport: systemTransport,
      applyProxy,
      startProcess: startUtilityProcess,
      policy: options.policy,
      background: safeMode === null,
      events,
      isWatchPaused: () => background !== null && background.state.pausedBy !== null,
    };
    const opening = openOrRestore((restore) => options.createServices({ ...environment, restore }));
    // The data opens while Electron gets ready; the `await` below handles a failure.
    opening.then(
      (services) => {
        marks.reach('services open');
        nativeTheme.themeSource = services.readSettings().theme;
      },
      () => undefined,
    );
    await app.whenReady();
    marks.reach('app ready');
    denyPermissions();
    void closeWindowNetwork();
    serveApp(join(options.outFolder, 'renderer'), async (name) => (await opening).icons.read(name));
    claimLinks();
    setMenu((id) => {
      // On macOS, menu shortcuts work during dialogs and without a window.
      if (isAsking() || isClosing) return;
      // Closing a tab without a window must not open a new one.
      if (id === 'closeTab' && BrowserWindow.getAllWindows().length === 0) return;
      chosenCommands.arrive(id);
      show();
    }, developerToolsAllowed());

    show = () => {
      if (BrowserWindow.getAllWindows().length === 0) void open(opening);
      else showWindow();
    };
    app.on('activate', () => show());
    // The page loads in parallel with the services. Its calls wait until the data is open.
    const mayStartHidden = startsHidden();
    const showing = mayStartHidden ? undefined : open(opening);
    showing?.catch(() => undefined);
    const handling = handlersOf(opening, windowBegun.promise);
    handling.catch(() => undefined);
    handleCalls(handling, log, () => events.emit('windowCalled'));
    await setImmediate();
    windowBegun.resolve(undefined);
    // The window requests its first rows from this connection.
    void opening.then(openActive).catch(() => undefined);
    await showing;
    const services = await opening;
    await handling;
    if (mayStartHidden) {
      // Without a window, nothing else reports a successful start.
      if (background?.keepsRunning === true) crashes.started();
      else if (BrowserWindow.getAllWindows().length === 0) await open(opening);
    }
    closeBeforeQuit({
      onClosing() {
        isClosing = true;
        background?.close();
        // Electron refuses a second start until this one ends. An installer starts the new version itself.
        show = once(() => {
          if (!isInstalling())
            relaunch({ toOpen: [file.take(), links.take()].filter((one) => one !== null) });
        });
      },
      close: () => services.close(),
      onClosed() {
        flushCompiled();
        if (!guard.ending) crashes.endedWell();
      },
    });
  }

  async function handlersOf(
    opening: Promise<Services>,
    windowBegun: Promise<unknown>,
  ): Promise<CallHandlers> {
    await windowBegun;
    const [{ createHandlers }, { createBackground }] = await Promise.all([
      import('./handlers.ts'),
      import('./background/background.ts'),
      // Preloads what the first call needs.
      import('../platform/calls/answerCall.ts'),
    ]);
    const services = await opening;
    const handlers = createHandlers({
      services,
      userDataFolder,
      marks,
      places: { links, chosenCommands, safeMode: safeMode !== null },
      background: () => made,
      run,
      file,
      outFolder: options.outFolder,
      onSessionChanged: (session) => {
        nativeTheme.themeSource = session.settings.theme;
        made.settingsChanged(session.settings);
        void services.checkers.nudge();
        events.emit('sessionChanged', session);
      },
    });
    const made = createBackground({
      services,
      showWindow: () => show(),
      follow: (link) => links.arrive(link),
      setSettings: async (change) => {
        await handlers.setSettings(change);
      },
      checkNow: async (connectionId) => {
        await (await services.checkers.checker(connectionId)).checkNow();
      },
      events,
    });
    background = made;
    forwardToWindows(events, 'alertFired');
    return handlers;
  }

  async function open(opening: Promise<Services>): Promise<void> {
    const { window, place } = openWindow({
      preloadFile,
      visible,
      developerTools: developerToolsAllowed(),
      iconFile: process.platform === 'linux' ? join(options.outFolder, '../build/icons/256x256.png') : null,
    });
    marks.reach('window created');
    window.webContents.once('did-finish-load', () => marks.reach('page loaded'));
    collectGarbageWhenIdle(window, {
      events,
      onError(error) {
        log.error('collection', error);
      },
    });
    guard.watch(window, () => {
      void window.loadURL(`${appOrigin}/`);
    });
    // `start` reports why the data cannot be opened.
    const store = (await opening.catch(() => null))?.store;
    if (store === undefined || window.isDestroyed()) return;
    const documents = safeMode !== null ? [] : await store.user.listDocuments(windowDocument.kind);
    const stored = documents.find(({ id }) => id === windowDocument.id)?.value;
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const placement = placeWindow(stored, displays);
    place(placement);
    saveWindowState(window, placement, (value) => {
      // Failing to save the window position is harmless: the window opens centered next time.
      store.user.changeDocuments([{ ...windowDocument, value }]).catch(() => undefined);
    });
  }
}

/**
 * Opens the cache of the active connection. Without a connection, it prepares the sample data, as far as its
 * first list needs, because the window offers it. The call that needs the data reports a failure.
 */
async function openActive({ connections, recordReader }: Services): Promise<void> {
  const active = await connections.readActive();
  if (active === null) await connections.startSample();
  else await recordReader(active);
}

function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window !== undefined) bringToFront(window);
}

/** Milliseconds since 1970 UTC; without Electron's runtime, the start of Node. */
function processStart(): number {
  const ofElectron: Partial<NodeJS.Process> = process;
  return ofElectron.getCreationTime?.() ?? performance.timeOrigin;
}

function sentenceOf({ message, detail }: Failure): string {
  return [message, detail].filter(Boolean).join('\n\n');
}

/**
 * Opens the data. If a newer version seems to have written it and a backup can replace it, asks the user; the
 * default is to quit without changes.
 * @param open opens the data; with true it restores the backup first
 */
async function openOrRestore<Opened>(open: (restore: boolean) => Promise<Opened>): Promise<Opened> {
  try {
    return await open(false);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.copyMadeAt === undefined) throw error;
    await app.whenReady();
    const madeAt = new Intl.DateTimeFormat(plainLocale(undefined), { dateStyle: 'long', timeStyle: 'short' });
    const restores = await askUser({
      type: 'warning',
      message: 'Your settings and saved items seem to come from a newer version of RWA Explorer.',
      detail: `If you have not used a newer version, the file may be damaged. You can restore the copy of ${madeAt.format(error.failure.copyMadeAt)}. The current file is kept under another name.`,
      agree: 'Restore the copy',
      decline: 'Quit',
    });
    if (!restores) throw error;
    return await open(true);
  }
}

/** The `appId` of the build, as shortcuts have it. Without it Windows shows no notifications. */
const appUserModelId = 'org.rwa-explorer.app';

const commandsThatWait = 20;

/** Sets what Electron must know before it is ready. */
function prepareElectron(): void {
  registerAppScheme();
  silenceSessions();
  // `enableSandbox` undoes `--no-sandbox` (`App::EnableSandbox` in Electron's `electron_api_app.cc`), without
  // which Chromium exits as root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (process.platform === 'win32') {
    app.setAppUserModelId(appUserModelId);
    app.setToastActivatorCLSID(toastActivator);
  }
  guardContents();
}
