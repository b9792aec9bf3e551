import { z } from 'zod';
import { call, event } from './call.ts';
import type { Failure } from './failures.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';

export interface Job {
  readonly id: string;
  readonly kind: 'export' | 'sync' | 'mirror' | 'cleanup';
  readonly title: string;
  readonly state: 'running' | 'waiting' | 'paused' | 'done' | 'failed' | 'canceled';
  readonly done: number;
  readonly total: number | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Milliseconds since 1970 UTC; null if unknown. */
  readonly resumesAt: number | null;
  /** The reason for a wait other than the request limit. */
  readonly waitsFor?: 'check' | 'retry' | 'online' | undefined;
  readonly reason?: string | undefined;
  /** A sync's time left since its last page, in milliseconds. */
  readonly leftMs?: number | undefined;
  readonly bytes: number | null;
  readonly path: string | null;
  readonly failure: Failure | null;
  readonly subject?: { connectionId: string; resource: ResourceName; query: Query } | undefined;
  readonly pausable?: boolean | undefined;
  readonly note?: string | undefined;
}

const jobId = z.string().min(1).max(100);

export const jobCalls = {
  listJobs: call().returns<Job[]>(),
  cancelJob: call({ jobId }).returns<undefined>(),
  /** `resumeJob` continues it, also after a restart. */
  pauseJob: call({ jobId }).returns<undefined>(),
  resumeJob: call({ jobId }).returns<undefined>(),
  showJobFile: call({ jobId }).returns<undefined>(),
} as const;

export const jobEvents = {
  jobChanged: event<Job>(),
} as const;
