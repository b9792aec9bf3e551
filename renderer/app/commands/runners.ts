import { browseCommand, type CommandId } from '../../../preload/contract/commands.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import type { SettingsChange } from '../../../preload/contract/settings.ts';
import type { AppState } from '../app.svelte.ts';
import { browse } from '../location.ts';

/** What a command does. */
export interface Runner {
  run(app: AppState): void;
  /** False where it would do nothing now. */
  available?(app: AppState): boolean;
}

type OfView =
  | 'find'
  | 'refresh'
  | 'exportView'
  | 'summarizeColumn'
  | 'saveView'
  | 'groupRecords'
  | 'newComputedColumn'
  | 'resultAsTable'
  | 'resultAsChart'
  | 'recordJson'
  | 'recordNote'
  | 'recordCompare'
  | 'recordPage'
  | 'compareGathered';

const own: Readonly<Record<Exclude<CommandId, OfView | `browse-${string}`>, Runner>> = {
  palette: { run: (app) => app.dialogs.open('palette') },
  back: { run: (app) => app.navigation.back(), available: (app) => app.navigation.canGoBack },
  forward: { run: (app) => app.navigation.forward(), available: (app) => app.navigation.canGoForward },
  overview: { run: (app) => app.navigation.go({ view: 'overview' }) },
  watchlists: { run: (app) => app.navigation.go({ view: 'watchlists' }) },
  feed: { run: (app) => app.navigation.go({ view: 'feed' }) },
  alerts: { run: (app) => app.navigation.go({ view: 'alerts' }) },
  newWatchlist: { run: (app) => app.navigation.go({ view: 'newWatchlist' }) },
  jobs: { run: (app) => app.navigation.go({ view: 'jobs' }) },
  settings: { run: (app) => app.navigation.go({ view: 'settings' }) },

  newTab: { run: (app) => app.tabs.open() },
  closeTab: { run: (app) => app.tabs.close(app.tabs.activeId) },
  reopenTab: { run: (app) => app.tabs.reopen(), available: (app) => app.tabs.canReopen },
  nextTab: { run: (app) => app.tabs.step(1), available: hasTabs },
  previousTab: { run: (app) => app.tabs.step(-1), available: hasTabs },
  moveTabLeft: { run: (app) => app.tabs.move(app.tabs.activeId, -1), available: hasTabs },
  moveTabRight: { run: (app) => app.tabs.move(app.tabs.activeId, 1), available: hasTabs },
  copyLink: { run: (app) => void app.copyLink() },
  openLink: { run: (app) => app.dialogs.open('openLink') },

  themeSystem: { run: (app) => set(app, { theme: 'system' }) },
  themeLight: { run: (app) => set(app, { theme: 'light' }) },
  themeDark: { run: (app) => set(app, { theme: 'dark' }) },
  toggleContrast: {
    run: (app) =>
      set(app, { contrast: app.session.current?.settings.contrast === 'high' ? 'system' : 'high' }),
  },
  toggleDensity: {
    run: (app) =>
      set(app, {
        density: app.session.current?.settings.density === 'compact' ? 'comfortable' : 'compact',
      }),
  },

  toggleOffline: {
    run: (app) => set(app, { workOffline: app.session.current?.settings.workOffline !== true }),
  },
  connect: { run: (app) => app.dialogs.open('connect') },

  shortcuts: { run: (app) => app.dialogs.open('shortcuts') },
  collectSupport: { run: (app) => app.dialogs.open('support') },
  about: {
    run: (app) => app.navigation.go({ view: 'about' }),
    available: (app) => app.session.connection !== null,
  },
};

/** What each command does, but those that a view offers. */
export const runners: ReadonlyMap<CommandId, Runner> = new Map<CommandId, Runner>([
  ...(Object.entries(own) as [CommandId, Runner][]),
  ...resourceNames.map((name): [CommandId, Runner] => [
    browseCommand(name),
    { run: (app) => app.navigation.go(browse(name)) },
  ]),
]);

function hasTabs(app: AppState): boolean {
  return app.tabs.all.length > 1;
}

function set(app: AppState, change: SettingsChange): void {
  void app.messages.sayFailure(app.session.set(change));
}
