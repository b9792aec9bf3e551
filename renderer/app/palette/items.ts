import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import Bookmark from '@lucide/svelte/icons/bookmark';
import Eye from '@lucide/svelte/icons/eye';
import Play from '@lucide/svelte/icons/play';
import Wallet from '@lucide/svelte/icons/wallet';
import type { Component } from 'svelte';
import type { SearchHit } from '../../../preload/contract/search.ts';
import { browseCommand } from '../../../preload/contract/commands.ts';
import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import { isAddress } from '../../../preload/contract/walletAddresses.ts';
import { synonymsOf } from '../../../preload/contract/resources/synonyms.ts';
import { fit, fitWithTypos } from '../commands/match.ts';
import type { PickItem } from '../../ui/controls/picker.ts';
import type { AppState } from '../app.svelte.ts';
import { browse, transactionsOf } from '../location.ts';
import { questionStarters } from '../../features/queryBuilder/query/starters.ts';
import { plural } from '../../format/numbers.ts';
import { shortenMiddle } from '../../format/text.ts';
import { isFigure } from '../../fields/present.ts';
import { searchedFields } from '../../fields/search.ts';
import { startingPlaces, titleOf } from '../views.ts';

/** One line of the palette. */
export interface PaletteItem extends PickItem {
  readonly group: string;
  readonly keys?: string | undefined;
  readonly icon?: Component<{ size?: number }> | undefined;
  /** Stays whatever is typed: it was found by other means. */
  readonly found?: boolean;
  /** The palette stays open: what is run adds to it. */
  readonly stays?: boolean;
  readonly run: () => void;
}

/** More lines are not shown: typing another letter is quicker than reading on. */
const shownItems = 60;

/** What can be done and gone to, before anything is typed. */
export function standingItems(app: AppState): PaletteItem[] {
  const commanded = new Set<string>(['overview', 'watchlists', 'feed', 'alerts', 'jobs', 'settings']);
  return [
    ...startingPlaces()
      .filter(({ location }) => !commanded.has(location.view))
      .map(({ location, title, icon }) => ({
        key: `place-${location.view}`,
        group: 'Go to',
        label: `Go to ${title}`,
        icon,
        run: () => app.navigation.go(location),
      })),
    ...app.commands.available
      .filter(({ id }) => id !== 'palette')
      .map(({ id, title, group, keys, words }) => ({
        key: id,
        group,
        label: title,
        keys,
        words,
        run: () => app.commands.run(id),
      })),
    ...watchItems(app),
    ...queryItems(app),
    ...starterItems(app),
    ...(app.tabs.all.length > 1 ? app.tabs.all : []).map(({ id, navigation }) => ({
      key: `tab-${id.toString()}`,
      group: 'Open tabs',
      label: titleOf(navigation.location),
      run: () => app.tabs.activate(id),
    })),
    ...fieldItems(app),
  ];
}

/** The user's saved views, the favourites first. */
function queryItems(app: AppState): PaletteItem[] {
  return app.savedQueries.queries
    .toSorted((a, b) => Number(b.favourite) - Number(a.favourite) || a.name.localeCompare(b.name))
    .map((query) => ({
      key: `query-${query.id}`,
      group: 'Saved views',
      label: query.name,
      detail: resources[query.resource].label,
      words: [query.folder, ...query.tags].join(' '),
      icon: Bookmark,
      run: () => void app.queryOpening.openSaved(query),
    }));
}

/** What analysts ask most, ready to run. */
function starterItems(app: AppState): PaletteItem[] {
  return questionStarters.map((starter) => ({
    key: `starter-${starter.name}`,
    group: 'Templates',
    label: starter.name,
    detail: resources[starter.resource].label,
    words: starter.note,
    icon: Play,
    run: () => void app.queryOpening.openStarter(starter),
  }));
}

/** The user's watchlists, those with news first. */
function watchItems(app: AppState): PaletteItem[] {
  return (app.watch.lists ?? [])
    .toSorted((a, b) => b.unread - a.unread || a.list.name.localeCompare(b.list.name))
    .map(({ list, unread }) => ({
      key: `watchlist-${list.id}`,
      group: 'Watchlists',
      label: list.name,
      detail: unread === 0 ? 'Watchlist' : `${plural(unread, 'unread', 'unread')}`,
      words: list.note,
      icon: Eye,
      run: () => app.navigation.go({ view: 'watchlist', id: list.id }),
    }));
}

/** What can be done with an address that was typed or pasted: its transactions come first. */
export function walletItems(app: AppState, typed: string): PaletteItem[] {
  const address = typed.trim();
  if (!isAddress(address)) return [];
  const short = shortenMiddle(address, 8, 6);
  return [
    {
      key: 'address-transactions',
      group: 'Address',
      label: `Transactions of ${short}`,
      icon: ArrowRightLeft,
      found: true,
      run: () => app.navigation.go(transactionsOf(address)),
    },
    {
      key: 'watch-wallet',
      group: 'Address',
      label: `Watch the wallet ${short}`,
      icon: Eye,
      found: true,
      run: () => void app.watchWallet(address),
    },
    {
      key: 'open-wallet',
      group: 'Address',
      label: `Open the wallet ${short}`,
      icon: Wallet,
      found: true,
      run: () => app.navigation.go({ view: 'wallet', address }),
    },
  ];
}

/** The records of the table in sight, else the assets, by each of their figures. */
function fieldItems(app: AppState): PaletteItem[] {
  const { location } = app.navigation;
  const resource = location.view === 'browse' ? location.resource : 'assets';
  const { label: records, fields } = resources[resource];
  return fields.filter(isFigure).flatMap(({ name, label, sortable }) =>
    sortable
      ? [
          {
            key: `field-${name}`,
            group: `${records} by`,
            label,
            words: synonymsOf(name),
            run: () => {
              if (!app.columns.of(resource).includes(name)) app.columns.toggle(resource, name);
              // With the column, where the place has columns of its own.
              const { location: now } = app.navigation;
              const place = now.view === 'browse' ? now : browse(resource);
              app.navigation.go({
                ...place,
                sort: { field: name, direction: 'desc' },
                recordId: undefined,
                row: undefined,
              });
            },
          },
        ]
      : [],
  );
}

/** Looking for the typed words in each resource. */
export function searchItems(app: AppState, typed: string): PaletteItem[] {
  const words = typed.trim();
  if (words === '') return [];
  return (
    resourceNames
      // Without words to search, as in transactions, only a whole address or hash is found.
      .filter(
        (name) => isAddress(words) || searchedFields(resources[name]).some(({ searchable }) => searchable),
      )
      .map((name) => ({
        key: `find-${browseCommand(name)}`,
        group: 'Search',
        label: `Find “${words}” in ${resources[name].label.toLowerCase()}`,
        found: true,
        run: () => app.navigation.go({ ...browse(name), search: words }),
      }))
  );
}

/** What was found for the words typed. */
export function hitItems(app: AppState, hits: readonly SearchHit[]): PaletteItem[] {
  return hits.map(({ key, resource, id, query, title, subtitle }) => ({
    key: `hit-${key}`,
    group: 'Records',
    label: title,
    detail: [resources[resource].singular, subtitle].filter((part) => part !== '').join(' · '),
    found: true,
    run: () => {
      const filters = query?.filter === undefined ? [] : [query.filter];
      app.navigation.go(id === null ? browse(resource, filters) : { ...browse(resource), recordId: id });
    },
  }));
}

/** Those that fit what was typed, with typos where nothing fits without: the best first within a group, and the groups in the order of their best. */
export function fittingItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  if (typed.trim() === '') return items.slice(0, shownItems);
  const scoreBy = (rate: typeof fit) =>
    items.flatMap((item) => {
      const score = item.found === true ? 0 : rate(item.label, typed, `${item.words ?? ''} ${item.group}`);
      return score === null ? [] : [{ item, score }];
    });
  const exact = scoreBy(fit);
  const scored = exact.every(({ item }) => item.group === 'Search') ? scoreBy(fitWithTypos) : exact;
  const groups = Map.groupBy(scored, ({ item }) => item.group);
  const best = [...groups.values()].map((members) => members.toSorted((a, b) => b.score - a.score));
  return best
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .flat()
    .map(({ item }) => item)
    .slice(0, shownItems);
}
