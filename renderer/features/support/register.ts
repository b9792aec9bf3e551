import Info from '@lucide/svelte/icons/info';
import type { Register } from '../../app/app.svelte.ts';
import { dialogOf } from '../../app/feature.ts';
import type { Views } from '../../app/view.ts';

export const views: Pick<Views, 'about'> = {
  about: {
    title: () => 'About',
    icon: Info,
    load: () => import('./About.svelte'),
  },
};

export const register: Register = ({ dialogs }) => ({
  dialogs: [
    dialogOf(
      () => (dialogs.current === 'support' ? { onclose: () => dialogs.close() } : null),
      () => import('./SupportDialog.svelte'),
    ),
  ],
});
