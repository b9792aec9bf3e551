import Bookmark from '@lucide/svelte/icons/bookmark';
import Play from '@lucide/svelte/icons/play';
import { resources } from '../../../preload/contract/resources.ts';
import { questionStarters } from '../../features/queryBuilder/query/starters.ts';
import type { AppState } from '../app.svelte.ts';
import type { PaletteItem } from './items.ts';

/** The user's saved views, the favourites first. */
export function queryItems(app: AppState): PaletteItem[] {
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
export function starterItems(app: AppState): PaletteItem[] {
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
