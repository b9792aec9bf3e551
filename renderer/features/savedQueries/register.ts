import { compareTexts } from '../../../preload/contract/textOrder.ts';
import Bookmark from '@lucide/svelte/icons/bookmark';
import { resources } from '../../../preload/contract/resources.ts';
import type { Register } from '../../shell/app.svelte.ts';
import { askedDialog, dialogOf } from '../../shell/feature.ts';
import type { Views } from '../../shell/view.ts';
import { queryOpeningOf } from '../../query/queryOpening.svelte.ts';
import { savedQueriesOf } from './savedQueries.svelte.ts';

export const views: Pick<Views, 'savedQueries'> = {
  savedQueries: {
    title: () => 'Saved views',
    icon: Bookmark,
    start: { view: 'savedQueries' },
    load: () => import('./SavedQueries.svelte'),
  },
};

export const register: Register = (app) => {
  const saved = savedQueriesOf(app);
  const takeFile = (): void => void app.messages.sayFailure(saved.takeFile());
  const onclose = (): void => {
    saved.arrived = null;
  };
  return {
    start: () => {
      const stops = [saved.start(), app.bridge.onQueryFileArrived(takeFile)];
      takeFile();
      return () => {
        for (const stop of stops) stop();
      };
    },
    paletteItems: () =>
      saved.queries
        .toSorted((a, b) => Number(b.favorite) - Number(a.favorite) || compareTexts(a.name, b.name))
        .map((query) => ({
          key: `query-${query.id}`,
          group: 'Saved views',
          label: query.name,
          detail: resources[query.resource].label,
          words: [query.folder, ...query.tags].join(' '),
          icon: Bookmark,
          run: () => void queryOpeningOf(app).openSaved(query),
        })),
    dropped: (file) => (/\.(rwaq|json)$/i.test(file.name) ? saved.offer(file) : null),
    dialogs: [
      askedDialog(app.dialogs, 'saveView', () => import('./SaveDialog.svelte')),
      dialogOf(
        () => saved.arrived && { file: saved.arrived, onclose },
        () => import('./ArrivedFileDialog.svelte'),
      ),
    ],
  };
};
