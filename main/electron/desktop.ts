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
import { developerToolsAllowed } from './developerTools.ts';
import { cannotStart, refuseToStart } from './endWithError.ts';
import { forwardToWindows } from './events.ts';
import type { CallHandlers } from '../platform/calls/answerCall.ts';
import { handleCalls } from './ipc.ts';
import { setMenu } from './menu.ts';
import { closeBeforeQuit } from './quitting.ts';
import { relaunch } from './relaunch.ts';
import { beginRun } from './run.ts';
import { closeWindowNetwork, silenceSessions } from './sessions.ts';
import { applyProxy, systemTransport } from './systemTransport.ts';
import { startUtilityProcess } from './utilityProcess.ts';
import { bringToFront, openWindow } from './window.ts';
import { placeWindow, saveWindowState, windowDocument } from './windowState.ts';
import { askUser, isAsking } from './ask.ts';

/** What the desktop hands to the services: where data is stored, how requests leave, who listens. */
export interface DesktopEnvironment extends Required<
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
  /** Resolves when the window has been requested: what is loaded before it delays it. */
  readonly windowBegun: Promise<unknown>;
  /** True to put the newest copy of what the user has made into its place first. */
  readonly restore: boolean;
}

export interface DesktopOptions {
  /** The folder of the built bundles: `main`, `preload`, `renderer`. */
  readonly outFolder: string;
  /** What the administrator of this computer has switched off. */
  readonly policy: Policy;
  readonly createServices: (environment: DesktopEnvironment) => Promise<Services>;
}

/** Runs the app: one instance for a user-data folder, one window, the bridge between them. */
export function runDesktop(options: DesktopOptions): void {
  const visible = !app.commandLine.hasSwitch('headless');
  // Lets the sample data go on, to try watchlists without a key: `--sample-live=20` new transactions a minute.
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
      // The first instance shows its window; this one has nothing to do.
      app.quit();
    } else {
      // There is no lock to be had, and Chromium needs a profile.
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
  /** Brings the window to the front; opens it where it was closed and the app went on without. */
  let show = showWindow;
  const isInstalling = (): boolean => run.updates.state.state === 'installing';
  app.on('window-all-closed', () => {
    // Squirrel closes the windows and quits the app by itself (`AutoUpdater::OnWindowAllClosed`). If the app quit first, Squirrel would not start it again.
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
    // Where there is a copy to restore, a dialog has asked the user, who has chosen to quit.
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
    // The data open while Electron gets ready; a failure is met by the `await` below.
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
      // macOS leaves its menu bar open to the keys of whoever is asked, and there without a window.
      if (isAsking() || isClosing) return;
      // Whoever closes one tab or window too many wants no other.
      if (id === 'closeTab' && BrowserWindow.getAllWindows().length === 0) return;
      chosenCommands.arrive(id);
      show();
    }, developerToolsAllowed());

    show = () => {
      if (BrowserWindow.getAllWindows().length === 0) void open(opening);
      else showWindow();
    };
    app.on('activate', () => show());
    // The page loads while the services' code does and the data open: what it asks meanwhile waits for them.
    const mayStartHidden = startsHidden();
    const showing = mayStartHidden ? undefined : open(opening);
    showing?.catch(() => undefined);
    const handling = handlersOf(opening, windowBegun.promise);
    handling.catch(() => undefined);
    handleCalls(handling, log, () => events.emit('windowCalled'));
    await setImmediate();
    windowBegun.resolve(undefined);
    // The window will ask this connection for its first rows.
    void opening.then(openActive).catch(() => undefined);
    await showing;
    const services = await opening;
    await handling;
    if (mayStartHidden) {
      // Without a window nothing else tells that the start has gone well.
      if (background?.keepsRunning === true) crashes.started();
      else if (BrowserWindow.getAllWindows().length === 0) await open(opening);
    }
    closeBeforeQuit({
      onClosing() {
        isClosing = true;
        background?.close();
        // Electron refuses a second start until this one has ended, so this one starts the app again. An installer starts the new version itself.
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

  /** What answers the window, once the data is open. */
  async function handlersOf(
    opening: Promise<Services>,
    windowBegun: Promise<unknown>,
  ): Promise<CallHandlers> {
    await windowBegun;
    const [{ createHandlers }, { createBackground }] = await Promise.all([
      import('./handlers.ts'),
      import('./background/background.ts'),
      // The first call needs it too.
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
        // The key may be another one.
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

  /** Opens the window, and puts it where it was last before it is shown. */
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
    // Why the data cannot be opened is said by `start`.
    const store = (await opening.catch(() => null))?.store;
    if (store === undefined || window.isDestroyed()) return;
    const documents = safeMode !== null ? [] : await store.user.listDocuments(windowDocument.kind);
    const stored = documents.find(({ id }) => id === windowDocument.id)?.value;
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const placement = placeWindow(stored, displays);
    place(placement);
    saveWindowState(window, placement, (value) => {
      // A place that cannot be written is not worth a word: the window opens in the middle next time.
      store.user.changeDocuments([{ ...windowDocument, value }]).catch(() => undefined);
    });
  }
}

/**
 * Opens what the active connection has cached. Where there is none the window offers the sample data: they are made by the time they are chosen,
 * as far as its first list needs them. A failure is reported to the call that needs it.
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

/** When this process began, in milliseconds since 1970 UTC. Without Electron's runtime, when its Node began. */
function processStart(): number {
  const ofElectron: Partial<NodeJS.Process> = process;
  return ofElectron.getCreationTime?.() ?? performance.timeOrigin;
}

function sentenceOf({ message, detail }: Failure): string {
  return [message, detail].filter(Boolean).join('\n\n');
}

/**
 * Opens the data. Where a newer version seems to have written them, and a copy could take their place, the user may choose that; the
 * default is to end with nothing changed.
 * @param open opens them; with true the copy takes their place first
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

/** The app's name on Windows, as its shortcuts have it (`appId` of the build): without it no notification shows there. */
const appUserModelId = 'org.rwa-explorer.app';

/** More are not chosen while a window opens. */
const commandsThatWait = 20;

/** Sets what Electron must know before it is ready. */
function prepareElectron(): void {
  registerAppScheme();
  silenceSessions();
  // It takes `--no-sandbox` back (`App::EnableSandbox` in Electron's `electron_api_app.cc`), without which Chromium ends as root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (process.platform === 'win32') {
    app.setAppUserModelId(appUserModelId);
    app.setToastActivatorCLSID(toastActivator);
  }
  guardContents();
}
