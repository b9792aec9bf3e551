import { shell } from 'electron';
import type { jobCalls } from '../../../preload/contract/calls/jobs.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Long work that is under way or has ended. */
export function jobHandlers({ services: { jobs } }: HandlerContext): HandlersOf<typeof jobCalls> {
  return {
    listJobs: () => Promise.resolve(jobs.list()),
    cancelJob({ jobId }) {
      void jobs.cancel(jobId);
      return Promise.resolve(undefined);
    },
    pauseJob({ jobId }) {
      jobs.pause(jobId);
      return Promise.resolve(undefined);
    },
    resumeJob({ jobId }) {
      jobs.resume(jobId);
      return Promise.resolve(undefined);
    },
    showJobFile({ jobId }) {
      const path = jobs.find(jobId)?.path;
      if (typeof path === 'string') shell.showItemInFolder(path);
      return Promise.resolve(undefined);
    },
  };
}
