import Activity from '@lucide/svelte/icons/activity';
import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import ChartColumn from '@lucide/svelte/icons/chart-column';
import ChartLine from '@lucide/svelte/icons/chart-line';
import Bell from '@lucide/svelte/icons/bell';
import Braces from '@lucide/svelte/icons/braces';
import Bookmark from '@lucide/svelte/icons/bookmark';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import Eye from '@lucide/svelte/icons/eye';
import Inbox from '@lucide/svelte/icons/inbox';
import Info from '@lucide/svelte/icons/info';
import LayoutDashboard from '@lucide/svelte/icons/layout-dashboard';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Columns from '@lucide/svelte/icons/columns-3';
import FileText from '@lucide/svelte/icons/file-text';
import SettingsIcon from '@lucide/svelte/icons/settings';
import Tag from '@lucide/svelte/icons/tag';
import Table from '@lucide/svelte/icons/table-2';
import Wallet from '@lucide/svelte/icons/wallet';
import type { Component } from 'svelte';
import type { Location, ViewName } from '../../preload/contract/locations/location.ts';
import { resources } from '../../preload/contract/resources.ts';
import { shortenMiddle } from '../format/text.ts';
import type { View } from './view.ts';

/**
 * The views that the app has, by the name in their locations. A view is added here and nowhere else: with a `start` it stands
 * in the sidebar and in the palette, in this order.
 */
export const views: { readonly [Name in ViewName]?: View<Name> } = {
  overview: {
    title: () => 'Overview',
    icon: LayoutDashboard,
    start: { view: 'overview' },
    load: () => import('../features/overview/Overview.svelte'),
  },
  browse: {
    title: ({ resource, search }) =>
      search === '' ? resources[resource].label : `${resources[resource].label}: ${search}`,
    icon: Table,
    load: () => import('../features/records/Browser.svelte'),
  },
  record: {
    title: ({ resource, id }) => `${resources[resource].singular} ${shortenMiddle(String(id), 16, 8)}`,
    icon: FileText,
    load: () => import('../features/records/Record.svelte'),
  },
  compare: {
    title: ({ resource }) => `Compare ${resources[resource].label.toLowerCase()}`,
    icon: Columns,
    load: () => import('../features/compare/Compare.svelte'),
  },
  watchlists: {
    title: () => 'Watchlists',
    icon: Eye,
    start: { view: 'watchlists' },
    load: () => import('../features/watchlists/Watchlists.svelte'),
  },
  watchlist: {
    title: () => 'Watchlist',
    icon: Eye,
    load: () => import('../features/watchlists/Watchlist.svelte'),
  },
  newWatchlist: {
    title: () => 'New watchlist',
    icon: Eye,
    load: () => import('../features/watchlists/NewWatchlist.svelte'),
  },
  feed: {
    title: () => 'New transactions',
    icon: Inbox,
    start: { view: 'feed' },
    hidden: true,
    load: () => import('../features/watchlists/Feed.svelte'),
  },
  alerts: {
    title: () => 'Alerts',
    icon: Bell,
    start: { view: 'alerts' },
    hidden: true,
    load: () => import('../features/watchlists/Alerts.svelte'),
  },
  wallet: {
    title: ({ address }) => `Wallet ${shortenMiddle(address, 8, 6)}`,
    icon: Wallet,
    load: () => import('../features/wallets/Wallet.svelte'),
  },
  walletPair: {
    title: ({ address, other }) =>
      `Between ${shortenMiddle(address, 6, 4)} and ${shortenMiddle(other, 6, 4)}`,
    icon: ArrowRightLeft,
    load: () => import('../features/wallets/WalletPair.svelte'),
  },
  tokenActivity: {
    title: ({ id }) => `Activity of token ${shortenMiddle(String(id), 16, 8)}`,
    icon: Activity,
    load: () => import('../features/wallets/TokenActivity.svelte'),
  },
  savedQueries: {
    title: () => 'Saved views',
    icon: Bookmark,
    start: { view: 'savedQueries' },
    load: () => import('../features/savedQueries/SavedQueries.svelte'),
  },
  aggregates: {
    title: () => 'Aggregates',
    icon: ChartColumn,
    start: { view: 'aggregates' },
    load: () => import('../features/aggregates/Aggregates.svelte'),
  },
  timeseries: {
    title: () => 'Timeseries',
    icon: ChartLine,
    start: { view: 'timeseries' },
    load: () => import('../features/timeseries/Timeseries.svelte'),
  },
  sql: {
    title: () => 'SQL',
    icon: Braces,
    start: { view: 'sql' },
    load: () => import('../features/sql/SqlWorkspace.svelte'),
  },
  changes: {
    title: () => 'What changed',
    icon: CalendarClock,
    start: { view: 'changes', resource: 'assets' },
    load: () => import('../features/changes/Changes.svelte'),
  },
  labels: {
    title: () => 'Labels',
    icon: Tag,
    start: { view: 'labels' },
    load: () => import('../features/annotations/Labels.svelte'),
  },
  jobs: {
    title: () => 'Jobs',
    icon: ListChecks,
    start: { view: 'jobs' },
    load: () => import('../features/jobs/Jobs.svelte'),
  },
  schedules: {
    title: () => 'Schedules',
    icon: AlarmClock,
    start: { view: 'schedules' },
    load: () => import('../features/schedules/Schedules.svelte'),
  },
  settings: {
    title: () => 'Settings',
    icon: SettingsIcon,
    start: { view: 'settings' },
    load: () => import('../features/settings/Settings.svelte'),
  },
  about: {
    title: () => 'About',
    icon: Info,
    load: () => import('../features/support/About.svelte'),
  },
};

/** The view of a location, its name aside: what is the same for all of them. */
export function viewOf(location: Location): View<ViewName> | undefined {
  // The view of a name takes the locations of that name; the compiler cannot follow that through the map.
  return views[location.view] as View<ViewName> | undefined;
}

/** What a place is called. */
export function titleOf(location: Location): string {
  return viewOf(location)?.title(location) ?? 'Unknown view';
}

/** A place that the sidebar and the palette lead to. */
export interface StartingPlace {
  readonly location: Location;
  readonly title: string;
  readonly icon: Component<{ size?: number }>;
  readonly hidden: boolean;
}

export function startingPlaces(): readonly StartingPlace[] {
  return Object.values(views).flatMap(({ start, icon, hidden }) =>
    start === undefined ? [] : [{ location: start, title: titleOf(start), icon, hidden: hidden === true }],
  );
}
