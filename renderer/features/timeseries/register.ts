import ChartLine from '@lucide/svelte/icons/chart-line';
import type { Views } from '../../app/view.ts';

export const views: Pick<Views, 'timeseries'> = {
  timeseries: {
    title: () => 'Timeseries',
    icon: ChartLine,
    start: { view: 'timeseries' },
    load: () => import('./Timeseries.svelte'),
  },
};
