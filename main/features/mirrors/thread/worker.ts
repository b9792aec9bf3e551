import { answerCalls, type OwnThread } from '../../../platform/threads/answerCalls.ts';
import { sqliteFailure } from '../../../platform/sqlite/failures.ts';
import { copyRecords, type CopyRequest } from './copyRecords.ts';

export type MirrorCalls = ReturnType<typeof open>['calls'];

export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

function open({ throwIfCanceled, notify }: OwnThread) {
  return {
    calls: {
      copy: (request: CopyRequest) =>
        copyRecords(request, throwIfCanceled, (done, total) => {
          notify({ done, total } satisfies CopyProgress);
        }),
    },
  };
}

answerCalls(open, sqliteFailure);
