import Bell from '@lucide/svelte/icons/bell';
import Eye from '@lucide/svelte/icons/eye';
import Inbox from '@lucide/svelte/icons/inbox';
import { compareTexts } from '../../../preload/contract/textOrder.ts';
import type { Register } from '../../shell/app.svelte.ts';
import type { Views } from '../../shell/view.ts';
import { plural } from '../../format/numbers.ts';
import { beginWithFile } from './beginWithFile.ts';
import { watchOf } from './watch.svelte.ts';

export const views: Pick<Views, 'watchlists' | 'watchlist' | 'newWatchlist' | 'feed' | 'alerts'> = {
  watchlists: {
    title: () => 'Watchlists',
    icon: Eye,
    start: { view: 'watchlists' },
    load: () => import('./Watchlists.svelte'),
  },
  watchlist: {
    title: () => 'Watchlist',
    icon: Eye,
    entry: 'watchlists',
    load: () => import('./Watchlist.svelte'),
  },
  newWatchlist: {
    title: () => 'New watchlist',
    icon: Eye,
    entry: 'watchlists',
    load: () => import('./NewWatchlist.svelte'),
  },
  feed: {
    title: () => 'New transactions',
    icon: Inbox,
    start: { view: 'feed' },
    hidden: true,
    entry: 'watchlists',
    load: () => import('./Feed.svelte'),
  },
  alerts: {
    title: () => 'Alerts',
    icon: Bell,
    start: { view: 'alerts' },
    hidden: true,
    entry: 'watchlists',
    load: () => import('./Alerts.svelte'),
  },
};

export const register: Register = (app) => {
  const watch = watchOf(app);
  return {
    start: () => watch.start(),
    titleOf: (location) => (location.view === 'watchlist' ? watch.find(location.id)?.list.name : undefined),
    settings: { title: 'Watchlists', load: () => import('./WatchSettings.svelte') },
    follow: (connectionId) => void watch.follow(connectionId),
    news: () => {
      const unread = watch.unread?.total ?? 0;
      const place = unread > 0 ? ({ view: 'feed' } as const) : undefined;
      return { view: 'watchlists', count: unread + watch.unseenFirings, place };
    },
    dropped: (file) => (/\.(csv|tsv|txt)$/i.test(file.name) ? beginWithFile(app, file) : null),
    paletteItems: () =>
      (watch.lists ?? [])
        .toSorted((a, b) => b.unread - a.unread || compareTexts(a.list.name, b.list.name))
        .map(({ list, unread }) => ({
          key: `watchlist-${list.id}`,
          group: 'Watchlists',
          label: list.name,
          detail: unread === 0 ? 'Watchlist' : `${plural(unread, 'unread', 'unread')}`,
          words: list.note,
          icon: Eye,
          run: () => app.navigation.go({ view: 'watchlist', id: list.id }),
        })),
  };
};
