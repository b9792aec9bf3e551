import { resourceNames, resources, type ResourceName } from './resources.ts';

/**
 * The commands of the app, each with its search terms and keys. The palette, the list of shortcuts and the native menu are
 * made from this list; what a command does is stated in `renderer/shell/commands/`.
 *
 * Keys are written as `Mod+Shift+K`: `Mod` is ⌘ on macOS and Ctrl elsewhere, the last part is `KeyboardEvent.key`.
 */
export interface CommandText {
  /** As in a menu: a verb first, sentence case. */
  readonly title: string;
  readonly group: CommandGroup;
  readonly keys?: string;
  /** The native menu that holds it. */
  readonly menu?: 'file' | 'view' | 'go' | 'help';
  /** Further words that it is found by. */
  readonly words?: string;
  /** Does something only while a view, or a feature, offers it. */
  readonly ofView?: true;
}

export type CommandGroup =
  'Go to' | 'This view' | 'Record' | 'Tabs and links' | 'Appearance' | 'Connection' | 'Help';

const fixed = {
  palette: { title: 'Search or run a command', group: 'Go to', keys: 'Mod+k', menu: 'go' },
  back: { title: 'Back', group: 'Go to', keys: 'Alt+ArrowLeft', menu: 'go' },
  forward: { title: 'Forward', group: 'Go to', keys: 'Alt+ArrowRight', menu: 'go' },
  overview: { title: 'Go to Overview', group: 'Go to', keys: 'Mod+Shift+o', menu: 'go', words: 'home' },
  watchlists: {
    title: 'Go to Watchlists',
    group: 'Go to',
    keys: 'Mod+Shift+y',
    menu: 'go',
    words: 'watch wallets follow',
  },
  feed: {
    title: 'Go to New transactions',
    group: 'Go to',
    keys: 'Mod+Shift+x',
    menu: 'go',
    words: 'feed unread watchlists',
  },
  alerts: { title: 'Go to Alerts', group: 'Go to', words: 'notifications watchlists', menu: 'go' },
  newWatchlist: { title: 'New watchlist…', group: 'Go to', words: 'watch wallet follow', menu: 'file' },
  jobs: { title: 'Go to Jobs', group: 'Go to', keys: 'Mod+j', menu: 'go' },
  settings: {
    title: 'Go to Settings',
    group: 'Go to',
    keys: 'Mod+,',
    menu: 'go',
    words: 'preferences options',
  },

  find: { title: 'Find records', group: 'This view', keys: '/', ofView: true, words: 'search filter' },
  refresh: {
    title: 'Refresh from the service',
    group: 'This view',
    keys: 'Mod+r',
    menu: 'view',
    ofView: true,
    words: 'refresh reload',
  },
  exportView: {
    title: 'Export…',
    group: 'This view',
    keys: 'Mod+e',
    menu: 'file',
    ofView: true,
    words: 'csv',
  },
  summarizeColumn: {
    title: 'Summarize column',
    group: 'This view',
    keys: 'Mod+Shift+s',
    ofView: true,
    words: 'distribution histogram percentiles median distinct statistics',
  },
  saveView: {
    title: 'Save view',
    group: 'This view',
    keys: 'Mod+s',
    ofView: true,
    words: 'query filter sort columns layout arrangement bookmark',
  },
  groupRecords: {
    title: 'Totals by group',
    group: 'This view',
    keys: 'Mod+Shift+g',
    ofView: true,
    words: 'pivot group by subtotals sum average cross table',
  },
  newComputedColumn: {
    title: 'New computed column…',
    group: 'This view',
    ofView: true,
    words: 'formula expression calculate field',
  },

  resultAsTable: { title: 'Show result as table', group: 'This view', ofView: true, words: 'sql rows' },
  resultAsChart: { title: 'Show result as chart', group: 'This view', ofView: true, words: 'sql draw graph' },

  recordJson: {
    title: 'Show the record as JSON, or its fields',
    group: 'Record',
    keys: 'j',
    ofView: true,
    words: 'raw',
  },
  recordNote: {
    title: 'Edit label and note',
    group: 'Record',
    keys: 'n',
    ofView: true,
    words: 'private comment tag',
  },
  recordCompare: {
    title: 'Add to or remove from comparison',
    group: 'Record',
    keys: 'c',
    ofView: true,
    words: 'compare side by side',
  },
  compareGathered: {
    title: 'Open comparison',
    group: 'Record',
    keys: 'Shift+C',
    ofView: true,
    words: 'comparison side by side',
  },
  recordPage: {
    title: 'Open record on its own page',
    group: 'Record',
    keys: 'o',
    ofView: true,
    words: 'expand full',
  },

  newTab: { title: 'New tab', group: 'Tabs and links', keys: 'Mod+t', menu: 'file' },
  closeTab: { title: 'Close tab', group: 'Tabs and links', keys: 'Mod+w', menu: 'file' },
  reopenTab: { title: 'Reopen closed tab', group: 'Tabs and links', keys: 'Mod+Shift+t', menu: 'file' },
  nextTab: { title: 'Next tab', group: 'Tabs and links', keys: 'Ctrl+Tab', menu: 'go' },
  previousTab: { title: 'Previous tab', group: 'Tabs and links', keys: 'Ctrl+Shift+Tab', menu: 'go' },
  moveTabLeft: { title: 'Move tab left', group: 'Tabs and links', keys: 'Ctrl+Shift+PageUp' },
  moveTabRight: { title: 'Move tab right', group: 'Tabs and links', keys: 'Ctrl+Shift+PageDown' },
  copyLink: {
    title: 'Copy link to this view',
    group: 'Tabs and links',
    keys: 'Mod+l',
    menu: 'file',
    words: 'address share url',
  },
  openLink: {
    title: 'Open link…',
    group: 'Tabs and links',
    keys: 'Mod+Shift+l',
    menu: 'file',
    words: 'address url',
  },

  themeSystem: { title: 'Use the system theme', group: 'Appearance', words: 'color' },
  themeLight: { title: 'Light theme', group: 'Appearance', words: 'color bright' },
  themeDark: { title: 'Dark theme', group: 'Appearance', words: 'color night' },
  toggleContrast: { title: 'Turn high contrast on or off', group: 'Appearance', words: 'accessibility' },
  toggleDensity: {
    title: 'Turn compact layout on or off',
    group: 'Appearance',
    words: 'density comfortable',
  },

  toggleOffline: { title: 'Work offline or online', group: 'Connection', words: 'network' },
  connect: { title: 'Connect with an API key…', group: 'Connection', words: 'key service' },

  shortcuts: { title: 'Keyboard shortcuts', group: 'Help', keys: '?', menu: 'help' },
  collectSupport: {
    title: 'Collect support file…',
    group: 'Help',
    menu: 'help',
    words: 'log report problem bug',
  },
  about: { title: 'About RWA Explorer', group: 'Help', menu: 'help', words: 'version update licences' },
} as const satisfies Record<string, CommandText>;

/** Goes to the records of a resource. */
export type BrowseCommand = `browse-${ResourceName}`;
export type CommandId = keyof typeof fixed | BrowseCommand;

/** The commands that the shell runs itself. */
export type ShellCommand = {
  [Id in keyof typeof fixed]: (typeof fixed)[Id] extends { readonly ofView: true } ? never : Id;
}[keyof typeof fixed];

export function browseCommand(resource: ResourceName): BrowseCommand {
  return `browse-${resource}`;
}

export const commands: ReadonlyMap<CommandId, CommandText> = new Map<CommandId, CommandText>([
  ...resourceNames.map((name, index): [CommandId, CommandText] => [
    browseCommand(name),
    {
      title: `Go to ${resources[name].label}`,
      group: 'Go to',
      keys: `Mod+${(index + 1).toString()}`,
      menu: 'go',
    },
  ]),
  ...(Object.entries(fixed) as [keyof typeof fixed, CommandText][]),
]);
