import Tag from '@lucide/svelte/icons/tag';
import type { Register } from '../../app/app.svelte.ts';
import type { Views } from '../../app/view.ts';
import { labelsOf } from './labels.svelte.ts';

export const views: Pick<Views, 'labels'> = {
  labels: {
    title: () => 'Labels',
    icon: Tag,
    start: { view: 'labels' },
    load: () => import('./Labels.svelte'),
  },
};

export const register: Register = (app) => ({ start: () => labelsOf(app).start() });
