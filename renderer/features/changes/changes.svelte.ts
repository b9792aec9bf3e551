import type { CallInput } from '../../../preload/contract/bridge.ts';
import { dayMs } from '../../../preload/contract/days.ts';
import { ok, type Result } from '../../../preload/contract/failures.ts';
import {
  statedPeriods,
  type ChangeList,
  type ComparedWith,
  type StatedChangeList,
  type StatedPeriod,
} from '../../../preload/contract/history.ts';
import type { Bridge } from '../../bridge.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';
import { missingSnapshot } from '../../fields/changes.ts';

export interface ChangesQuestion extends Omit<CallInput<'listStatedChanges'>, 'days'> {
  readonly since: ComparedWith;
  readonly kinds?: CallInput<'listChanges'>['kinds'];
}

type ShownChanges =
  | { readonly from: 'snapshots'; readonly list: ChangeList }
  | {
      readonly from: 'records';
      readonly days: StatedPeriod;
      readonly list: StatedChangeList;
      readonly why: string | null;
    };

export class ChangesState {
  readonly #bridge: Bridge;
  readonly #now: () => number;
  readonly answer = new LatestRequest<ShownChanges>();

  constructor(bridge: Bridge, now: () => number) {
    this.#bridge = bridge;
    this.#now = now;
  }

  /** Compares with a daily snapshot if there is one, else reads the changes that records state. */
  load(question: ChangesQuestion): void {
    void this.answer.run(question, () => this.#read(question));
  }

  close(): void {
    this.answer.cancel();
  }

  async #read({ since, kinds, by, ...question }: ChangesQuestion): Promise<Result<ShownChanges>> {
    if (since.kind === 'period') return this.#readStated({ ...question, by, days: since.days }, null);
    // Classes have no snapshots.
    if (by === 'class') return this.#readStated({ ...question, by, days: this.#nearest(since) }, null);
    const result = await this.#bridge.listChanges({ ...question, since, kinds });
    if (!result.ok) return result;
    const why = missingSnapshot(result.value);
    return why === null
      ? ok({ from: 'snapshots', list: result.value })
      : this.#readStated({ ...question, by, days: this.#nearest(since) }, why);
  }

  async #readStated(
    question: CallInput<'listStatedChanges'>,
    why: string | null,
  ): Promise<Result<ShownChanges>> {
    const result = await this.#bridge.listStatedChanges(question);
    return result.ok ? ok({ from: 'records', days: question.days, list: result.value, why }) : result;
  }

  /** Returns the shortest period that reaches back to the day, or the longest. */
  #nearest(since: ComparedWith): StatedPeriod {
    const days = since.kind === 'day' ? (this.#now() - Date.parse(since.day)) / dayMs : 0;
    return statedPeriods.find((period) => period >= Math.floor(days)) ?? 90;
  }
}
