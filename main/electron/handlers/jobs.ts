import { shell } from 'electron';
import type { jobCalls } from '../../../preload/contract/jobs.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** Long work that is under way or has ended. */
export function jobHandlers({ services: { jobs } }: HandlerContext): HandlersOf<typeof jobCalls> {
  return {
    listJobs: () => jobs.list(),
    cancelJob({ jobId }) {
      void jobs.cancel(jobId);
    },
    pauseJob({ jobId }) {
      jobs.pause(jobId);
    },
    resumeJob({ jobId }) {
      jobs.resume(jobId);
    },
    showJobFile({ jobId }) {
      const path = jobs.find(jobId)?.path;
      if (typeof path === 'string') shell.showItemInFolder(path);
    },
  };
}
