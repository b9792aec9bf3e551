import LayoutDashboard from '@lucide/svelte/icons/layout-dashboard';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'overview'> = {
  overview: {
    title: () => 'Overview',
    icon: LayoutDashboard,
    start: { view: 'overview' },
    load: () => import('./Overview.svelte'),
  },
};
