import type { MergedRequest } from '../plan/types.ts';
import type { ListState, RequestState } from './planState.ts';
import type { WatchedRules } from './types.ts';

/** A list that is scheduled. */
export interface ScheduledList {
  readonly rules: WatchedRules;
  readonly state: ListState;
  /** New transactions since its last check. */
  readonly added: number;
  /** When its rate was last learnt, and when it was last checked, by the clock that is never set. */
  readonly learntAt: number;
  readonly checkedAt: number | null;
  /** Not zero while its request was refused and it may be the cause; lists of one number are requested together. */
  readonly suspicion: number;
  /** How often it was cleared of that. */
  readonly cleared: number;
}

/** A request that is scheduled. */
export interface ScheduledRequest {
  readonly merged: MergedRequest;
  readonly state: RequestState;
  /** When it was scheduled and when it was last checked, by the clock that is never set. */
  readonly since: number;
  readonly checkedAt: number | null;
  /** Answers in a row that are likely errors of the service, and failures in a row. */
  readonly doubts: number;
  readonly failures: number;
  /** By the same clock: what failed lets others go first. */
  readonly notBefore: number;
}

export interface ScheduleOptions {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly lateDays: () => number;
  readonly perPage: number;
  /** Bytes of a request, where the service has not refused such long ones. */
  readonly maxBytes: number;
}
