import Columns from '@lucide/svelte/icons/columns-3';
import { resources } from '../../../preload/contract/resources.ts';
import type { Views } from '../../app/view.ts';

export const views: Pick<Views, 'compare'> = {
  compare: {
    title: ({ resource }) => `Compare ${resources[resource].label.toLowerCase()}`,
    icon: Columns,
    load: () => import('./Compare.svelte'),
  },
};
