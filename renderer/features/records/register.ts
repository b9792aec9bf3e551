import FileText from '@lucide/svelte/icons/file-text';
import Table from '@lucide/svelte/icons/table-2';
import { resources } from '../../../preload/contract/resources.ts';
import type { Register } from '../../shell/app.svelte.ts';
import type { Views } from '../../shell/view.ts';
import { shortenMiddle } from '../../../preload/contract/shorten.ts';
import { openRecordOf } from './record.svelte.ts';

export const views: Pick<Views, 'browse' | 'record'> = {
  browse: {
    title: ({ resource, search }) =>
      search === '' ? resources[resource].label : `${resources[resource].label}: ${search}`,
    icon: Table,
    load: () => import('./Browser.svelte'),
  },
  record: {
    title: ({ resource, id }) => `${resources[resource].singular} ${shortenMiddle(String(id), 16, 8)}`,
    icon: FileText,
    load: () => import('./Record.svelte'),
  },
};

export const register: Register = (app) => ({
  titleOf: (location) =>
    location.view === 'record'
      ? app.names.titleOf({ resource: location.resource, id: location.id })
      : undefined,
  start: () =>
    app.bridge.onRefreshed((what) => {
      openRecordOf(app).refreshed(what);
    }),
});
