import { browseCommand, type CommandId, type ShellCommand } from '../../../preload/contract/commands.ts';
import type { Location } from '../../../preload/contract/locations/location.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import type { SettingsChange } from '../../../preload/contract/settings.ts';
import type { AppState } from '../app.svelte.ts';
import type { Runner } from '../commands.svelte.ts';
import { browse, pageOf } from '../location.ts';

export function windowCommands(app: AppState): Partial<Record<CommandId, Runner>> {
  const { dialogs, session, tabs } = app;
  const set = (change: SettingsChange): void => {
    void app.messages.sayFailure(session.set(change));
  };
  /** Moves the focus too: menus close without it. */
  const move = (step: () => void): void => {
    step();
    void app.enter();
  };
  const go = (location: Location): void => {
    move(() => app.navigation.go(location));
  };
  /** A panel of a page that stays is left open. */
  const step = (take: () => void): void => {
    const page = pageOf(app.navigation.location);
    take();
    if (pageOf(app.navigation.location) !== page) void app.enter();
  };
  const hasTabs = (): boolean => tabs.all.length > 1;
  const own: Readonly<Record<ShellCommand, Runner>> = {
    palette: () => dialogs.ask({ palette: {} }),
    back: { run: () => step(() => app.navigation.back()), available: () => app.navigation.canGoBack },
    forward: {
      run: () => step(() => app.navigation.forward()),
      available: () => app.navigation.canGoForward,
    },
    overview: () => go({ view: 'overview' }),
    watchlists: () => go({ view: 'watchlists' }),
    feed: () => go({ view: 'feed' }),
    alerts: () => go({ view: 'alerts' }),
    newWatchlist: () => go({ view: 'newWatchlist' }),
    jobs: () => go({ view: 'jobs' }),
    settings: () => go({ view: 'settings' }),

    newTab: () => move(() => tabs.open()),
    closeTab: () => move(() => tabs.close(tabs.activeId)),
    reopenTab: { run: () => move(() => tabs.reopen()), available: () => tabs.canReopen },
    nextTab: { run: () => move(() => tabs.step(1)), available: hasTabs },
    previousTab: { run: () => move(() => tabs.step(-1)), available: hasTabs },
    moveTabLeft: { run: () => tabs.move(tabs.activeId, -1), available: hasTabs },
    moveTabRight: { run: () => tabs.move(tabs.activeId, 1), available: hasTabs },
    copyLink: () => void app.copyLink(),
    openLink: () => dialogs.ask({ openLink: {} }),

    themeSystem: () => set({ theme: 'system' }),
    themeLight: () => set({ theme: 'light' }),
    themeDark: () => set({ theme: 'dark' }),
    toggleContrast: () =>
      set({ contrast: session.current?.settings.contrast === 'high' ? 'system' : 'high' }),
    toggleDensity: () =>
      set({ density: session.current?.settings.density === 'compact' ? 'comfortable' : 'compact' }),

    toggleOffline: () => set({ workOffline: session.current?.settings.workOffline !== true }),
    connect: () => dialogs.ask({ connect: {} }),

    shortcuts: () => dialogs.ask({ shortcuts: {} }),
    collectSupport: () => dialogs.ask({ support: {} }),
    about: {
      run: () => go({ view: 'about' }),
      available: () => session.connection !== null,
    },
  };
  const browsing = resourceNames.map((name): [CommandId, Runner] => [
    browseCommand(name),
    () => go(browse(name)),
  ]);
  return { ...own, ...Object.fromEntries(browsing) };
}
