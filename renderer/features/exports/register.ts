import type { Register } from '../../shell/app.svelte.ts';
import { askedDialog } from '../../shell/feature.ts';

export const register: Register = ({ dialogs }) => ({
  dialogs: [askedDialog(dialogs, 'export', () => import('./ExportDialog.svelte'))],
});
