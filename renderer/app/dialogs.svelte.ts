import type { Connection } from '../../preload/contract/connections.ts';
import type { Location } from '../../preload/contract/locations/location.ts';
import type { Schedule, ScheduledWork } from '../../preload/contract/schedules.ts';

type DialogName = 'palette' | 'connect' | 'shortcuts' | 'openLink' | 'support';

type Fileless<Work> = Work extends unknown ? Omit<Work, 'file'> : never;

/** What is to be scheduled; its file is chosen in the dialog. */
export interface ScheduleSubject {
  readonly name: string;
  readonly work: Fileless<ScheduledWork> | ScheduledWork;
}

/** A schedule that is being made or edited. */
export interface BegunSchedule {
  readonly subject: ScheduleSubject;
  /** The one to edit; null for a new one. */
  readonly schedule: Schedule | null;
}

/** The dialog that stands over the window, if one does. */
export class Dialogs {
  current = $state<DialogName | null>(null);
  /** Where a link leads on another connection than the one shown: a dialog asks before it switches. */
  switching = $state.raw<{ readonly connection: Connection; readonly location: Location } | null>(null);
  /** A dialog asks for the rest. */
  schedule = $state.raw<BegunSchedule | null>(null);

  open(name: DialogName): void {
    this.current = name;
  }

  close(): void {
    this.current = null;
    this.switching = null;
  }

  /** Opens the dialog of a new schedule, or of one that there is. */
  askForSchedule(subject: ScheduleSubject, schedule: Schedule | null = null): void {
    this.schedule = { subject, schedule };
  }
}
