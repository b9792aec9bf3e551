import Bookmark from '@lucide/svelte/icons/bookmark';
import { resources } from '../../../preload/contract/resources.ts';
import type { AppState } from '../app.svelte.ts';
import type { PaletteItem } from './items.ts';

/** The user's saved queries, the favourites first. */
export function queryItems(app: AppState): PaletteItem[] {
  return app.savedQueries.queries
    .toSorted((a, b) => Number(b.favourite) - Number(a.favourite) || a.name.localeCompare(b.name))
    .map((query) => ({
      key: `query-${query.id}`,
      group: 'Saved queries',
      label: query.name,
      detail: resources[query.resource].label,
      words: [query.folder, ...query.tags].join(' '),
      icon: Bookmark,
      run: () => void app.queryOpening.openSaved(query),
    }));
}
