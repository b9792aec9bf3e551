import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import type { Register } from '../../shell/app.svelte.ts';
import { askedDialog } from '../../shell/feature.ts';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'schedules'> = {
  schedules: {
    title: () => 'Schedules',
    icon: AlarmClock,
    start: { view: 'schedules' },
    load: () => import('./Schedules.svelte'),
  },
};

export const register: Register = ({ dialogs }) => ({
  dialogs: [askedDialog(dialogs, 'schedule', () => import('./ScheduleDialog.svelte'))],
});
