import ListChecks from '@lucide/svelte/icons/list-checks';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'jobs'> = {
  jobs: {
    title: () => 'Jobs',
    icon: ListChecks,
    start: { view: 'jobs' },
    load: () => import('./Jobs.svelte'),
  },
};
