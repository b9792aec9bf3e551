import type { SyncTables } from '../cache/syncTables.ts';
import type { SyncStore } from '../syncTypes.ts';
import type { Thread } from './thread.ts';

type Arguments<Name extends keyof SyncStore> = Parameters<SyncStore[Name]>[0];

/** The syncs of a cache, as the thread that writes is asked for them. */
export function syncCalls(syncs: (id: string) => SyncTables) {
  return {
    listUnfinishedSyncs: (id: string) => syncs(id).listUnfinished(),
    beginSync: (id: string, subject: Arguments<'begin'>) => syncs(id).begin(subject),
    pauseSync: (id: string, subject: Arguments<'pause'>) => {
      syncs(id).pause(subject);
    },
    dropSync: (id: string, subject: Arguments<'drop'>) => {
      syncs(id).drop(subject);
    },
    writeSyncPage: (id: string, answer: Arguments<'writePage'>) => syncs(id).writePage(answer),
    countSeen: (id: string, subject: Arguments<'countSeen'>) => syncs(id).countSeen(subject),
    listUnseen: (id: string, subject: Arguments<'listUnseen'>) => syncs(id).listUnseen(subject),
    missingSyncFields: (id: string, subject: Arguments<'missingFields'>) => syncs(id).missingFields(subject),
    beginSyncPass: (id: string, subject: Arguments<'beginPass'>) => syncs(id).beginPass(subject),
    finishSync: (id: string, subject: Arguments<'finish'>) => syncs(id).finish(subject),
    markFetched: (id: string, subject: Arguments<'markFetched'>) => syncs(id).markFetched(subject),
    listComplete: (id: string) => syncs(id).listComplete(),
    listVanished: (id: string, since: number) => syncs(id).listVanished(since),
  };
}

/** The same, seen from the main thread. */
export function syncStore(writer: Thread<ReturnType<typeof syncCalls>>, id: string): SyncStore {
  return {
    listUnfinished: () => writer.call('listUnfinishedSyncs', id),
    begin: (subject) => writer.call('beginSync', id, subject),
    pause: (subject) => writer.call('pauseSync', id, subject),
    drop: (subject) => writer.call('dropSync', id, subject),
    writePage: (answer) => writer.call('writeSyncPage', id, answer),
    countSeen: (subject) => writer.call('countSeen', id, subject),
    listUnseen: (subject) => writer.call('listUnseen', id, subject),
    missingFields: (subject) => writer.call('missingSyncFields', id, subject),
    beginPass: (subject) => writer.call('beginSyncPass', id, subject),
    finish: (subject) => writer.call('finishSync', id, subject),
    markFetched: (subject) => writer.call('markFetched', id, subject),
    listComplete: () => writer.call('listComplete', id),
    listVanished: (since) => writer.call('listVanished', id, since),
  };
}
