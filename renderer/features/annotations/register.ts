import Tag from '@lucide/svelte/icons/tag';
import type { Register } from '../../shell/app.svelte.ts';
import type { Views } from '../../shell/view.ts';
import { labelsOf } from '../../shell/labels/labels.svelte.ts';

export const views: Pick<Views, 'labels'> = {
  labels: {
    title: () => 'Labels',
    icon: Tag,
    start: { view: 'labels' },
    load: () => import('./Labels.svelte'),
  },
};

export const register: Register = (app) => ({ start: () => labelsOf(app).start() });
