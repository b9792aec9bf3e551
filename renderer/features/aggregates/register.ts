import ChartColumn from '@lucide/svelte/icons/chart-column';
import type { Views } from '../../app/view.ts';

export const views: Pick<Views, 'aggregates'> = {
  aggregates: {
    title: () => 'Aggregates',
    icon: ChartColumn,
    start: { view: 'aggregates' },
    load: () => import('./Aggregates.svelte'),
  },
};
