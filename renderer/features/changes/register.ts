import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import type { Views } from '../../shell/view.ts';

export const views: Pick<Views, 'changes'> = {
  changes: {
    title: () => 'What changed',
    icon: CalendarClock,
    start: { view: 'changes', resource: 'assets' },
    load: () => import('./Changes.svelte'),
  },
};
