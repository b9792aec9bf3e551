import ChartColumn from '@lucide/svelte/icons/chart-column';
import ChartLine from '@lucide/svelte/icons/chart-line';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'aggregates' | 'timeseries'> = {
  aggregates: {
    title: () => 'Aggregates',
    icon: ChartColumn,
    start: { view: 'aggregates' },
    load: () => import('./Aggregates.svelte'),
  },
  timeseries: {
    title: () => 'Timeseries',
    icon: ChartLine,
    start: { view: 'timeseries' },
    load: () => import('./timeseries/Timeseries.svelte'),
  },
};
