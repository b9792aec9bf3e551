import { z } from 'zod';
import { jobSchema } from '../jobs.ts';
import { call, nothing } from './call.ts';

const jobId = z.string().min(1).max(100);

/** Long work that is under way or has ended. */
export const jobCalls = {
  listJobs: call(nothing, z.array(jobSchema)),
  cancelJob: call(z.strictObject({ jobId }), nothing),
  /** Stops a pausable job for now: `resumeJob` goes on where it stopped, also after a restart. */
  pauseJob: call(z.strictObject({ jobId }), nothing),
  resumeJob: call(z.strictObject({ jobId }), nothing),
  showJobFile: call(z.strictObject({ jobId }), nothing),
} as const;

export const jobEvents = {
  jobChanged: jobSchema,
} as const;
