import { z } from 'zod';
import { call, event } from './call.ts';
import type { Failure } from './failures.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';

/** Long work: an export, a sync, a mirror, a cleanup of a cache. Every job ends in a state that the user sees. */
export interface Job {
  readonly id: string;
  readonly kind: 'export' | 'sync' | 'mirror' | 'cleanup';
  /** What it does, for the list of jobs. */
  readonly title: string;
  readonly state: 'running' | 'waiting' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** Records done so far. */
  readonly done: number;
  /** Records in all, null while unknown. */
  readonly total: number | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** While `waiting`: when it goes on, in milliseconds since 1970 UTC; null where nobody knows. */
  readonly resumesAt: number | null;
  /**
   * While `waiting`, where it does not wait for the request limit: for the next check of a mirror, until something is tried again, or
   * until the user no longer works offline.
   */
  readonly waitsFor?: 'check' | 'retry' | 'online' | undefined;
  /** While it waits to be tried again: why, in a sentence. */
  readonly reason?: string | undefined;
  /** How long a sync will take from its last page on, in milliseconds; undefined where nobody knows. */
  readonly leftMs?: number | undefined;
  /** Bytes written, for an export. */
  readonly bytes: number | null;
  /** Where the file is, for an export. */
  readonly path: string | null;
  readonly failure: Failure | null;
  /** What a sync fetches. */
  readonly subject?: { connectionId: string; resource: ResourceName; query: Query } | undefined;
  /** True for work that can be paused and goes on where it stopped. */
  readonly pausable?: boolean | undefined;
  /** What is to be said about how it went, in a sentence. */
  readonly note?: string | undefined;
}

const jobId = z.string().min(1).max(100);

/** Long work that is under way or has ended. */
export const jobCalls = {
  listJobs: call().returns<Job[]>(),
  cancelJob: call({ jobId }).returns<undefined>(),
  /** Stops a pausable job for now: `resumeJob` goes on where it stopped, also after a restart. */
  pauseJob: call({ jobId }).returns<undefined>(),
  resumeJob: call({ jobId }).returns<undefined>(),
  showJobFile: call({ jobId }).returns<undefined>(),
} as const;

export const jobEvents = {
  jobChanged: event<Job>(),
} as const;
