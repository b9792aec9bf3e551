import { FailureError } from '../../../preload/contract/failures.ts';
import { startThread, type Thread } from '../../platform/threads/thread.ts';
import type { StoreThreadData } from './answerStoreCalls.ts';

/** Answers are texts that live for a moment: a small nursery keeps them from piling up. */
const limits = { maxYoungGenerationSizeMb: 12 };

export function startStoreThread<Calls>(workerUrl: URL, data: StoreThreadData): Thread<Calls> {
  return startThread(workerUrl, {
    name: `store ${data.role}`,
    data,
    limits,
    explainEnd: (cause) =>
      new FailureError(
        {
          code: 'storage',
          message: 'The app’s storage has stopped. Restart the app.',
          detail: cause.message,
        },
        { cause },
      ),
  });
}
