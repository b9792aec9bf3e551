import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { sqliteFailure } from '../../../platform/sqlite/failures.ts';
import { NoPlainFile, openPlainFile } from '../../../platform/system/textFile.ts';
import { answerCalls, type OwnThread } from '../../../platform/threads/answerCalls.ts';
import { eachWithOthers } from '../../../store/cache/reading/joinedFields.ts';
import type { CachedRecords } from '../cached/cachedRecords.ts';
import { ExtraFields, noExtraFields, type ExtraFound } from '../extraFields.ts';
import type { About, FileShape } from '../formats/format.ts';
import { SpooledRecords } from './spooledRecords.ts';
import { progressIntervalMs, ExportWriter, type Progress } from './exportWriter.ts';

export type ExportCalls = ReturnType<typeof open>['calls'];

function open({ throwIfCancelled: checkStopped, notify }: OwnThread) {
  const onProgress = (progress: Progress): void => {
    notify(progress);
  };
  let writing: ExportWriter | undefined;
  let waiting: SpooledRecords | undefined;

  function opened(): ExportWriter {
    if (writing === undefined) throw new Error('No file is open.');
    return writing;
  }

  const calls = {
    /** CSV writes `about` before the rows. */
    open(what: {
      readonly file: number | null;
      readonly shape: FileShape;
      readonly about: About | null;
    }): void {
      writing = new ExportWriter({ ...what, onProgress, checkStopped });
    },
    gather(path: string, known: readonly string[], text: string): void {
      waiting ??= new SpooledRecords(path, known);
      waiting.add(text);
    },
    gathered: (): ExtraFound => waiting?.found() ?? noExtraFields,
    writeGathered(): void {
      for (const text of waiting?.texts() ?? []) opened().addRecords(text);
    },
    further({ database, resource, query }: CachedRecords, known: readonly string[]): ExtraFound {
      const further = new ExtraFields(known);
      eachWithOthers(database, { resource, query, known }, (members) => {
        checkStopped();
        further.add(members);
      });
      return further.found();
    },
    addRecords(text: string): void {
      opened().addRecords(text);
    },
    addCached: (cached: CachedRecords) => opened().addCached(cached),
    finish(about: About | null): ReturnType<ExportWriter['finish']> {
      const finished = opened().finish(about);
      writing = undefined;
      return finished;
    },
    /** Returns the SHA-256 of a file. Reports progress in bytes. */
    hash(path: string): string {
      let reportedAt = performance.now();
      return sha256OfExport(path, {
        checkStopped,
        onProgress(bytes, total) {
          if (performance.now() - reportedAt < progressIntervalMs) return;
          reportedAt = performance.now();
          onProgress({ rows: 0, total, bytes });
        },
      });
    },
  };
  return {
    calls,
    end() {
      waiting?.close();
    },
  };
}

/** SQLite errors get the store's messages here; the main thread explains file system errors. */
answerCalls(open, (error) =>
  error instanceof NoPlainFile
    ? new FailureError({ code: 'file', message: `${error.message}. Choose a file.` })
    : sqliteFailure(error),
);

const blockBytes = 1 << 20;

interface HashingOptions {
  readonly onProgress: (done: number, total: number) => void;
  readonly checkStopped: () => void;
}

const grows = {
  code: 'file',
  message:
    'The file has more bytes than it says, or another program is writing it. Try again when it is whole.',
} as const;

function sha256OfExport(path: string, { onProgress, checkStopped }: HashingOptions): string {
  const block = Buffer.allocUnsafe(blockBytes);
  let done = 0;
  const hash = createHash('sha256');
  const file = openPlainFile(path);
  try {
    const total = fstatSync(file).size;
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      hash.update(block.subarray(0, read));
      done += read;
      // Files of /proc state no size and may be endless.
      if (done > total) throw new FailureError({ ...grows, detail: path });
      checkStopped();
      onProgress(done, total);
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
