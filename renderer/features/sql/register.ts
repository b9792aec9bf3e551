import Braces from '@lucide/svelte/icons/braces';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'sql'> = {
  sql: {
    title: () => 'SQL',
    icon: Braces,
    start: { view: 'sql' },
    load: () => import('./SqlWorkspace.svelte'),
  },
};
