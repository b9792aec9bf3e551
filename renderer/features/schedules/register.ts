import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import type { Register } from '../../app/app.svelte.ts';
import { dialogOf } from '../../app/feature.ts';
import type { Views } from '../../app/view.ts';

export const views: Pick<Views, 'schedules'> = {
  schedules: {
    title: () => 'Schedules',
    icon: AlarmClock,
    start: { view: 'schedules' },
    load: () => import('./Schedules.svelte'),
  },
};

export const register: Register = ({ dialogs }) => {
  const onclose = (): void => {
    dialogs.schedule = null;
  };
  return {
    dialogs: [
      dialogOf(
        () => dialogs.schedule && { begun: dialogs.schedule, onclose },
        () => import('./ScheduleDialog.svelte'),
      ),
    ],
  };
};
