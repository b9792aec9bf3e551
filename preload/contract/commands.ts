import { resourceNames, resources, type ResourceName } from './resources.ts';

/**
 * All commands, with search terms and keys, for the palette, the list of shortcuts and the native menu.
 * `renderer/shell/commands/` or the offering view runs them. Keys: `Mod` is ⌘ on macOS and Ctrl elsewhere;
 * the last part is `KeyboardEvent.key`.
 */
export interface CommandText {
  readonly title: string;
  readonly group: CommandGroup;
  readonly keys?: string;
  readonly menu?: 'file' | 'view' | 'go' | 'help';
  readonly words?: string;
  /** What its key says it needs where no view offers it. */
  readonly needs?: string;
}

const loadedRecord = 'a loaded record. Open one first.';

type CommandGroup =
  'Go to' | 'This view' | 'Record' | 'Tabs and links' | 'Appearance' | 'Connection' | 'Help';

const fixed = {
  'Go to': {
    palette: { title: 'Search or run a command', keys: 'Mod+k', menu: 'go' },
    back: { title: 'Back', keys: 'Alt+ArrowLeft', menu: 'go' },
    forward: { title: 'Forward', keys: 'Alt+ArrowRight', menu: 'go' },
    overview: { title: 'Go to Overview', keys: 'Mod+Shift+o', menu: 'go', words: 'home' },
    watchlists: { title: 'Go to Watchlists', keys: 'Mod+Shift+y', menu: 'go', words: 'watch wallets follow' },
    feed: {
      title: 'Go to New transactions',
      keys: 'Mod+Shift+x',
      menu: 'go',
      words: 'feed unread watchlists',
    },
    alerts: { title: 'Go to Alerts', words: 'notifications watchlists', menu: 'go' },
    newWatchlist: { title: 'New watchlist…', words: 'watch wallet follow', menu: 'file' },
    jobs: { title: 'Go to Jobs', keys: 'Mod+j', menu: 'go' },
    settings: { title: 'Go to Settings', keys: 'Mod+,', menu: 'go', words: 'preferences options' },
  },
  'This view': {
    find: { title: 'Find records', keys: '/', words: 'search filter' },
    undoChange: { title: 'Undo condition, sort or search', keys: 'Mod+z', words: 'filter view change' },
    redoChange: { title: 'Redo condition, sort or search', keys: 'Mod+Shift+z', words: 'filter view' },
    refresh: { title: 'Refresh from the service', keys: 'Mod+r', menu: 'view', words: 'refresh reload' },
    exportView: { title: 'Export…', keys: 'Mod+e', menu: 'file', words: 'csv' },
    summarizeColumn: {
      title: 'Summarize column',
      keys: 'Mod+Shift+s',
      words: 'distribution histogram percentiles median distinct statistics',
    },
    saveView: {
      title: 'Save view',
      keys: 'Mod+s',
      words: 'query filter sort columns layout arrangement bookmark',
    },
    groupRecords: {
      title: 'Totals by group',
      keys: 'Mod+Shift+g',
      words: 'pivot group by subtotals sum average cross table',
    },
    newComputedColumn: { title: 'New computed column…', words: 'formula expression calculate field' },
    resultAsTable: { title: 'Show result as table', words: 'sql rows' },
    resultAsChart: { title: 'Show result as chart', words: 'sql draw graph' },
  },
  Record: {
    recordJson: {
      title: 'Show the record as JSON, or its fields',
      keys: 'j',
      words: 'raw',
      needs: loadedRecord,
    },
    recordNote: {
      title: 'Edit label and note',
      keys: 'n',
      words: 'private comment tag',
      needs: loadedRecord,
    },
    recordCompare: {
      title: 'Add to or remove from comparison',
      keys: 'c',
      words: 'compare side by side',
      needs: loadedRecord,
    },
    compareGathered: {
      title: 'Open comparison',
      keys: 'Shift+C',
      words: 'comparison side by side',
      needs: 'at least two records. Add them with C first.',
    },
    recordPage: {
      title: 'Open record on its own page',
      keys: 'o',
      words: 'expand full',
      needs: 'a record beside its table. Open one there first.',
    },
  },
  'Tabs and links': {
    newTab: { title: 'New tab', keys: 'Mod+t', menu: 'file' },
    closeTab: { title: 'Close tab', keys: 'Mod+w', menu: 'file' },
    reopenTab: { title: 'Reopen closed tab', keys: 'Mod+Shift+t', menu: 'file' },
    nextTab: { title: 'Next tab', keys: 'Ctrl+Tab', menu: 'go' },
    previousTab: { title: 'Previous tab', keys: 'Ctrl+Shift+Tab', menu: 'go' },
    moveTabLeft: { title: 'Move tab left', keys: 'Ctrl+Shift+PageUp' },
    moveTabRight: { title: 'Move tab right', keys: 'Ctrl+Shift+PageDown' },
    copyLink: { title: 'Copy link to this view', keys: 'Mod+l', menu: 'file', words: 'address share url' },
    openLink: { title: 'Open link…', keys: 'Mod+Shift+l', menu: 'file', words: 'address url' },
  },
  Appearance: {
    themeSystem: { title: 'Use the system theme', words: 'color' },
    themeLight: { title: 'Light theme', words: 'color bright' },
    themeDark: { title: 'Dark theme', words: 'color night' },
    toggleContrast: { title: 'Turn high contrast on or off', words: 'accessibility' },
    toggleDensity: { title: 'Turn compact layout on or off', words: 'density comfortable' },
  },
  Connection: {
    toggleOffline: { title: 'Work offline or online', words: 'network' },
    connect: { title: 'Connect with an API key…', words: 'key service' },
  },
  Help: {
    shortcuts: { title: 'Keyboard shortcuts', keys: '?', menu: 'help' },
    collectSupport: { title: 'Collect support file…', menu: 'help', words: 'log report problem bug' },
    about: { title: 'About RWA Explorer', menu: 'help', words: 'version update licenses' },
  },
} as const satisfies Readonly<Record<CommandGroup, Readonly<Record<string, Omit<CommandText, 'group'>>>>>;

type BrowseCommand = `browse-${ResourceName}`;
type Fixed<Group extends CommandGroup> = { [Of in Group]: keyof (typeof fixed)[Of] }[Group];
export type CommandId = Fixed<CommandGroup> | BrowseCommand;

export type ShellCommand = Fixed<Exclude<CommandGroup, 'This view' | 'Record'>>;

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
  ...(Object.entries(fixed) as [CommandGroup, Record<CommandId, CommandText>][]).flatMap(([group, texts]) =>
    (Object.entries(texts) as [CommandId, CommandText][]).map(([id, text]): [CommandId, CommandText] => [
      id,
      { ...text, group },
    ]),
  ),
]);
