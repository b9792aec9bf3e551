import Settings from '@lucide/svelte/icons/settings';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'settings'> = {
  settings: {
    title: () => 'Settings',
    icon: Settings,
    start: { view: 'settings' },
    load: () => import('./Settings.svelte'),
  },
};
