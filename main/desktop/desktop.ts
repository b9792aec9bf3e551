import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, net, screen } from 'electron';
import type { Budget } from '../../preload/contract/budget.ts';
import type { EventPayload } from '../../preload/contract/bridge.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { Rooms } from '../rooms.ts';
import type { Transport } from '../service/transport.ts';
import { registerAppScheme, serveApp } from './appProtocol.ts';
import { ArrivingLinks, claimLinks } from './arrivingLinks.ts';
import { denyPermissions, guardContents } from './contentsGuard.ts';
import { createHandlers } from './handlers.ts';
import { handleCalls, sendEvent } from './ipc.ts';
import { setMenu } from './menu.ts';
import { openWindow } from './window.ts';
import { keepWindowState, placeWindow, windowThing } from './windowState.ts';

/** What the desktop hands to the rooms: where data lie, how requests leave, whom to tell. */
export interface DesktopSurroundings {
  readonly userDataFolder: string;
  /** New transactions a minute of the sample data. */
  readonly sampleLivePerMinute: number;
  readonly transport: Transport;
  readonly onJobChanged: (job: Job) => void;
  readonly onBudgetChanged: (budget: Budget) => void;
  readonly onRefreshed: (what: EventPayload<'refreshed'>) => void;
  readonly onAggregateRefreshed: (what: EventPayload<'aggregateRefreshed'>) => void;
}

export interface DesktopOptions {
  /** The folder of the built bundles: `main`, `preload`, `renderer`. */
  readonly outFolder: string;
  readonly openRooms: (surroundings: DesktopSurroundings) => Promise<Rooms>;
}

/** Runs the app: one instance for a user-data folder, one window, the bridge between them. */
export function runDesktop(options: DesktopOptions): void {
  const folderSwitch = app.commandLine.getSwitchValue('user-data-dir');
  if (folderSwitch !== '') app.setPath('userData', folderSwitch);
  const visible = !app.commandLine.hasSwitch('headless');
  const safeMode = app.commandLine.hasSwitch('safe-mode');
  // Lets the sample data go on, to try watchlists without a key: `--sample-live=20` new transactions a minute.
  const sampleLivePerMinute = Math.min(
    100_000,
    Number.parseInt(app.commandLine.getSwitchValue('sample-live'), 10) || 0,
  );
  const preloadFile = join(options.outFolder, 'preload', 'index.cjs');

  if (!app.requestSingleInstanceLock()) {
    // The first instance shows its window; this one has nothing to do.
    app.quit();
    return;
  }
  const links = new ArrivingLinks(() => {
    sendEvent('linkArrived', null);
  });
  links.arriveFrom(process.argv);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    links.arrive(link);
    showWindow();
  });
  app.on('second-instance', (_event, argv) => {
    links.arriveFrom(argv);
    showWindow();
  });
  app.on('window-all-closed', () => {
    app.quit();
  });

  registerAppScheme();
  app.enableSandbox();
  guardContents();

  void start().catch((error: unknown) => {
    dialog.showErrorBox('RWA Explorer cannot start', sentenceOf(error));
    app.exit(1);
  });

  async function start(): Promise<void> {
    const userDataFolder = app.getPath('userData');
    const opening = options.openRooms({
      userDataFolder,
      sampleLivePerMinute: Math.max(0, sampleLivePerMinute),
      transport: (url, init) => net.fetch(url, init),
      onJobChanged: (job) => {
        sendEvent('jobChanged', job);
      },
      onBudgetChanged: (budget) => {
        sendEvent('budgetChanged', budget);
      },
      onRefreshed: (what) => {
        sendEvent('refreshed', what);
      },
      onAggregateRefreshed: (what) => {
        sendEvent('aggregateRefreshed', what);
      },
    });
    // The data open while Electron gets ready; a failure is met by the `await` below.
    opening.catch(() => undefined);
    await app.whenReady();
    denyPermissions();
    serveApp(join(options.outFolder, 'renderer'));
    claimLinks();
    setMenu((id) => {
      sendEvent('commandChosen', { id });
    });

    const rooms = await opening;
    applyTheme(rooms.readSettings());
    const handlers = createHandlers({
      rooms,
      userDataFolder,
      places: { links, safeMode },
      outFolder: options.outFolder,
      onSessionChanged: (session) => {
        applyTheme(session.settings);
        sendEvent('sessionChanged', session);
      },
    });
    handleCalls(handlers, (call, error) => {
      process.stderr.write(
        `${call}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    });
    await open(rooms);
    app.on('activate', () => {
      if (BrowserWindow.getAllWindows().length === 0) void open(rooms);
    });
    closeRoomsBeforeQuit(rooms);
  }

  /** Opens the window where it was last. */
  async function open({ store }: Rooms): Promise<void> {
    const things = safeMode ? [] : await store.user.listThings(windowThing.kind);
    const stored = things.find(({ id }) => id === windowThing.id)?.value;
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const window = openWindow({ preloadFile, visible, placement: placeWindow(stored, displays) });
    keepWindowState(window, (value) => {
      // A place that cannot be written is not worth a word: the window opens in the middle next time.
      store.user.changeThings([{ ...windowThing, value }]).catch(() => undefined);
    });
  }
}

function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}

/** Holds the quit back until running work is cancelled and the databases are closed. */
function closeRoomsBeforeQuit(rooms: Rooms): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    rooms
      .close()
      .catch((error: unknown) => {
        // The app ends either way; the databases were written whole before.
        process.stderr.write(`Closing: ${error instanceof Error ? error.message : String(error)}\n`);
      })
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}

function applyTheme(settings: Settings): void {
  nativeTheme.themeSource = settings.theme;
}

function sentenceOf(error: unknown): string {
  if (error instanceof FailureError)
    return [error.failure.message, error.failure.detail].filter(Boolean).join('\n\n');
  return error instanceof Error ? error.message : String(error);
}
