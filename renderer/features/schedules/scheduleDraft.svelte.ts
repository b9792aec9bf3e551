import { defaultOptions, type ExportFormat, type ExportOptions } from '../../../preload/contract/exports.ts';
import type {
  Schedule,
  ScheduleContent,
  ScheduledWork,
  ScheduleFile,
  ScheduleTimes,
} from '../../../preload/contract/schedules.ts';
import type { ScheduleSubject } from '../../shell/dialogs.svelte.ts';

export type TimesKind = ScheduleTimes['kind'];

export class ScheduleDraft {
  readonly subject: ScheduleSubject;
  name = $state('');
  kind = $state<TimesKind>('daily');
  minute = $state(0);
  at = $state(7 * 60);
  /** 1 is Monday. */
  weekday = $state(1);
  day = $state<number | 'last'>(1);
  on = $state(true);
  waits = $state(true);
  waitMinutes = $state(60);
  late = $state<'fail' | 'deliver'>('fail');
  #format = $state<ExportFormat>('csv');
  #options = $state.raw<ExportOptions>(defaultOptions('csv'));
  path = $state('');
  existing = $state<ScheduleFile['existing']>('keep');

  /** @param given the schedule to edit; null for a new one */
  constructor(subject: ScheduleSubject, given: Schedule | null) {
    this.subject = subject;
    this.name = subject.name;
    const { work } = subject;
    if (work.kind === 'savedQuery') {
      this.#format = work.format;
      this.#options = work.options;
    }
    if ('file' in work) ({ path: this.path, existing: this.existing } = work.file);
    if (given !== null) this.#take(given);
  }

  #take({ times, on, waitMinutes, late }: Schedule): void {
    this.kind = times.kind;
    if ('minute' in times) this.minute = times.minute;
    if ('at' in times) this.at = times.at;
    if ('weekday' in times) this.weekday = times.weekday;
    if ('day' in times) this.day = times.day;
    this.on = on;
    this.waits = waitMinutes !== null;
    this.waitMinutes = waitMinutes ?? this.waitMinutes;
    this.late = late;
  }

  get hasFile(): boolean {
    const { kind } = this.subject.work;
    return kind === 'export' || kind === 'savedQuery';
  }

  get format(): ExportFormat {
    const { work } = this.subject;
    return work.kind === 'export' ? work.request.format : this.#format;
  }

  set format(format: ExportFormat) {
    this.#format = format;
    this.#options = defaultOptions(format);
    this.path = '';
  }

  /** True if all runs write to one folder, a file for each day or month. */
  get isFolder(): boolean {
    const { work } = this.subject;
    return work.kind === 'export' && work.request.options.parts !== null;
  }

  readonly times = $derived.by((): ScheduleTimes => {
    const { minute } = this;
    switch (this.kind) {
      case 'hourly':
        return { kind: 'hourly', minute };
      case 'daily':
        return { kind: 'daily', at: this.at };
      case 'weekly':
        return { kind: 'weekly', weekday: this.weekday, at: this.at };
      case 'monthly':
        return { kind: 'monthly', day: this.day, at: this.at };
    }
  });

  get content(): ScheduleContent | { problem: string } {
    const name = this.name.trim();
    if (name === '') return { problem: 'Enter a name.' };
    if (this.hasFile && this.path === '')
      return { problem: `Choose the ${this.isFolder ? 'folder' : 'file'} that each run writes.` };
    return {
      name,
      work: this.#work(),
      times: this.times,
      on: this.on,
      waitMinutes: this.waits ? this.waitMinutes : null,
      late: this.late,
    };
  }

  #work(): ScheduledWork {
    const { work } = this.subject;
    const file = { path: this.path, existing: this.existing };
    if (work.kind === 'export') return { ...work, file };
    if (work.kind === 'savedQuery') return { ...work, format: this.#format, options: this.#options, file };
    return work;
  }
}
