import { isDeepStrictEqual } from 'node:util';
import { app, powerMonitor } from 'electron';
import { counted } from '../../../preload/contract/counted.ts';
import type { BackgroundState } from '../../../preload/contract/background.ts';
import { minuteMs } from '../../../preload/contract/days.ts';
import type { Unread } from '../../../preload/contract/feed.ts';
import { placeOfFiring } from '../../../preload/contract/locations/firing.ts';
import { toLink } from '../../../preload/contract/locations/link.ts';
import type { Location } from '../../../preload/contract/locations/location.ts';
import type { Settings, SettingsChange } from '../../../preload/contract/settings.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import type { Services } from '../../services.ts';
import {
  isDischarging,
  pauseReason,
  type Environment,
} from '../../features/watchlists/checks/pauseReason.ts';
import { isQuiet } from '../../features/watchlists/quietHours.ts';
import { isStartRefused, renewStartAtLogin, setStartAtLogin } from './startAtLogin.ts';
import { isInstalled } from '../../platform/system/installation.ts';
import { createTrayIcon } from './tray.ts';
import { createNotifications } from './notifications.ts';

interface BackgroundOptions {
  readonly services: Services;
  readonly showWindow: () => void;
  readonly follow: (link: string) => void;
  readonly setSettings: (change: SettingsChange) => Promise<void>;
  readonly checkNow: (connectionId: string) => Promise<void>;
  readonly events: AppEvents;
}

export interface Background {
  readonly state: BackgroundState;
  readonly keepsRunning: boolean;
  settingsChanged(settings: Settings): void;
  tellNetwork(savesData: boolean): void;
  close(): void;
}

export function createBackground(options: BackgroundOptions): Background {
  const { services, events } = options;
  const notifications = createNotifications({
    onFailed: (why) => events.emit('backgroundError', 'notification', new Error(why)),
    onLost: () => go({ view: 'feed' }),
  });
  const environment: { -readonly [Name in keyof Environment]: Environment[Name] } = {
    onBattery: isOnBattery(),
    savesData: false,
  };
  let settings = services.readSettings();
  let lastState: BackgroundState = stateNow();
  let isClosed = false;

  const tray = createTrayIcon({
    open: options.showWindow,
    openFeed: () => go({ view: 'feed' }),
    checkNow: () => {
      during('check now', async () => {
        const connectionId = await services.connections.readActive();
        if (connectionId !== null) await options.checkNow(connectionId);
      });
    },
    setPaused: (watchPaused) => during('pause', () => options.setSettings({ watchPaused }).finally(show)),
    setMetered: (networkIsMetered) =>
      during('metered', () => options.setSettings({ networkIsMetered }).finally(show)),
    quit: () => app.quit(),
  });

  powerMonitor.on('on-battery', () => {
    environment.onBattery = true;
    update();
  });
  powerMonitor.on('on-ac', () => {
    environment.onBattery = false;
    update();
  });

  // Polls where the system emits no event.
  const asking =
    process.platform === 'linux'
      ? setInterval(() => {
          const onBattery = isOnBattery();
          if (onBattery === environment.onBattery) return;
          environment.onBattery = onBattery;
          update();
        }, minuteMs)
      : undefined;

  function stateNow(): BackgroundState {
    const canStartAtLogin = app.isPackaged && isInstalled();
    return {
      canStartAtLogin,
      startIsRefused: settings.startAtLogin && canStartAtLogin && isStartRefused(),
      pausedBy: pauseReason(settings, environment),
    };
  }

  function update(): void {
    const state = stateNow();
    if (!isDeepStrictEqual(state, lastState)) {
      lastState = state;
      void services.checkers.nudge();
      events.emit('backgroundChanged', state);
    }
    show();
  }

  function show(): void {
    if (isClosed) return;
    during('tray', async () => {
      const connectionId = await services.connections.readActive();
      const unread = connectionId === null ? null : await services.watch.calls.getUnread({ connectionId });
      app.setBadgeCount(unread?.total ?? 0);
      if (!settings.keepRunning) {
        tray.hide();
        return;
      }
      tray.show({
        status:
          settings.watchPaused || lastState.pausedBy !== null
            ? 'paused'
            : (unread?.total ?? 0) > 0
              ? 'news'
              : 'quiet',
        tooltip: tooltipOf(unread),
        unread: unread?.total ?? 0,
        paused: settings.watchPaused,
        networkIsMetered: settings.networkIsMetered,
        canCheck: connectionId !== null && !settings.workOffline,
      });
    });
  }

  function tooltipOf(unread: Unread | null): string {
    if (settings.workOffline) return 'Working offline';
    if (settings.watchPaused) return 'Watching is paused';
    if (lastState.pausedBy === 'battery') return 'Waits while on battery';
    if (lastState.pausedBy === 'metered') return 'Waits while the network is metered';
    const total = unread?.total ?? 0;
    return total === 0 ? 'No unread transactions' : `${total.toLocaleString('en')} unread`;
  }

  function go(location: Location, connectionId?: string): void {
    during('open', async () => {
      const id = connectionId ?? (await services.connections.readActive());
      const connection = (await services.connections.list()).find((one) => one.id === id);
      const link = connection === undefined ? null : toLink(location, connection);
      options.showWindow();
      if (link !== null) options.follow(link);
    });
  }

  function during(what: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => events.emit('backgroundError', what, error));
  }

  events.on('feedChanged', show);
  // Windows sets badges on taskbar windows (`UpdateBadgeContents` in `browser_win.cc`): repeated on focus.
  if (process.platform === 'win32') app.on('browser-window-focus', show);
  events.on('alertFired', (firing) => {
    if (firing.quiet || !settings.showNotifications) return;
    notifications.show({ title: firing.name, body: firing.why }, () =>
      go(placeOfFiring(firing), firing.connectionId),
    );
  });
  events.on('scheduleRunEnded', ({ name }, { failure, retries, state, retryAt }) => {
    const isNews = state === 'failed' || (state === 'retrying' && retries === 0);
    if (
      !isNews ||
      failure === null ||
      !settings.showNotifications ||
      isQuiet(settings.quietHours, Date.now())
    )
      return;
    const minutes = Math.max(1, Math.round(((retryAt ?? 0) - Date.now()) / minuteMs));
    const next = retryAt === null ? '' : ` Next try in ${counted(minutes, 'minute')}.`;
    notifications.show({ title: name, body: `${failure.message}${next}` }, () => go({ view: 'schedules' }));
  });
  // Timers stop while a computer sleeps.
  powerMonitor.on('resume', () => services.schedules.nudge());
  show();
  if (settings.startAtLogin && lastState.canStartAtLogin) during('start at login', renewStartAtLogin);
  return {
    get state() {
      // System permissions change without an event, so the state is read each time.
      return stateNow();
    },
    get keepsRunning() {
      return settings.keepRunning;
    },
    settingsChanged(changed) {
      const before = settings;
      settings = changed;
      if (before.startAtLogin !== changed.startAtLogin && lastState.canStartAtLogin)
        during('start at login', () => setStartAtLogin(changed.startAtLogin));
      update();
    },
    tellNetwork(savesData) {
      environment.savesData = savesData;
      update();
    },
    close() {
      isClosed = true;
      clearInterval(asking);
      tray.hide();
    },
  };
}

function isOnBattery(): boolean {
  return powerMonitor.isOnBatteryPower() || (process.platform === 'linux' && isDischarging());
}
