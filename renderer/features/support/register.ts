import Info from '@lucide/svelte/icons/info';
import type { Register } from '../../shell/app.svelte.ts';
import { askedDialog } from '../../shell/feature.ts';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'about'> = {
  about: {
    title: () => 'About',
    icon: Info,
    load: () => import('./About.svelte'),
  },
};

export const register: Register = ({ dialogs }) => ({
  dialogs: [askedDialog(dialogs, 'support', () => import('./SupportDialog.svelte'))],
});
