import type { Failure, Result } from '../../../preload/contract/failures.ts';
import type {
  Schedule,
  scheduleCalls,
  ScheduleContent,
  ScheduleRun,
  ShownSchedule,
} from '../../../preload/contract/schedules.ts';
import { latestRead } from '../../shell/latestRead.ts';
import { ask, failureOf, type Bridge, type WithBridge } from '../../bridge.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';

type ScheduleBridge = Pick<Bridge, keyof typeof scheduleCalls | 'onScheduleChanged'>;

class SchedulesState {
  readonly #bridge: ScheduleBridge;
  readonly #beginRead = latestRead();
  all = $state.raw<readonly ShownSchedule[] | null>(null);
  notices = $state.raw<readonly string[]>([]);
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: ScheduleBridge) {
    this.#bridge = bridge;
  }

  follow(): () => void {
    void this.read();
    return this.#bridge.onScheduleChanged(() => void this.read());
  }

  async read(): Promise<void> {
    const isLatest = this.#beginRead();
    const result = await ask(() => this.#bridge.listSchedules());
    if (!isLatest()) return;
    if (result.ok) {
      this.all = result.value.schedules;
      this.notices = result.value.notices;
      this.failure = null;
    } else this.failure = result.failure;
  }

  runsOf(id: string): Promise<Result<ScheduleRun[]>> {
    return ask(() => this.#bridge.listScheduleRuns({ id }));
  }

  save(content: ScheduleContent, id?: string): Promise<Result<Schedule>> {
    return ask(() => this.#bridge.saveSchedule({ content, ...(id === undefined ? {} : { id }) }));
  }

  turn(schedule: Schedule, on: boolean): Promise<Failure | null> {
    const { id, createdAt: _createdAt, changedAt: _changedAt, dueAfter: _dueAfter, ...content } = schedule;
    return failureOf(() => this.save({ ...content, on }, id));
  }

  remove(id: string): Promise<Failure | null> {
    return failureOf(() => this.#bridge.removeSchedule({ id }));
  }

  runNow(id: string): Promise<Failure | null> {
    return failureOf(() => this.#bridge.runSchedule({ id }));
  }
}

export const schedulesOf = perWindow(({ bridge }: WithBridge) => new SchedulesState(bridge));
