import Columns from '@lucide/svelte/icons/columns-3';
import { resources } from '../../../preload/contract/resources.ts';
import type { Register } from '../../shell/app.svelte.ts';
import type { Views } from '../../shell/view.ts';
import { recordActions } from './recordActions.ts';

export const views: Pick<Views, 'compare'> = {
  compare: {
    title: ({ resource }) => `Compare ${resources[resource].label.toLowerCase()}`,
    icon: Columns,
    load: () => import('./Compare.svelte'),
  },
};

export const register: Register = (app) => ({
  recordActions: (chosen) => recordActions(app, chosen),
  recordFoot: { load: () => import('./ComparisonBar.svelte') },
});
