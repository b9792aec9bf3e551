import { createHash } from 'node:crypto';
import { closeSync, readSync, rmSync, writeSync, fstatSync } from 'node:fs';
import { isJsonObject } from '../../../../preload/contract/json.ts';
import { openWorkFile } from '../../../platform/system/workFolder.ts';
import { ExtraFields, type ExtraFound, noExtraFields } from '../extraFields.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { sqliteFailure } from '../../../platform/sqlite/failures.ts';
import { NoPlainFile, openPlainFile } from '../../../platform/system/textFile.ts';
import { answerCalls, type OwnThread } from '../../../platform/threads/answerCalls.ts';
import { eachWithOthers } from '../../../store/cache/reading/joinedFields.ts';
import type { CachedRecords } from '../cached/cachedRecords.ts';
import type { About, FileShape } from '../formats/format.ts';
import { progressIntervalMs, ExportWriter, type Progress } from './exportWriter.ts';

export type ExportCalls = ReturnType<typeof open>['calls'];

function open({ throwIfCanceled: checkStopped, notify }: OwnThread) {
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

/** Columns are known at the last record. The open file has no name, so nothing remains of it. */
class SpooledRecords {
  readonly #file: number;
  readonly #further: ExtraFields;
  readonly #lengths: number[] = [];

  constructor(path: string, known: readonly string[]) {
    this.#file = openWorkFile(path, 'wx+');
    rmSync(path);
    this.#further = new ExtraFields(known);
  }

  add(text: string): void {
    const records: unknown = JSON.parse(text);
    if (!Array.isArray(records) || !records.every(isJsonObject)) throw new TypeError('Records are objects.');
    for (const record of records) this.#further.add(record);
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    this.#lengths.push(bytes.length);
  }

  found(): ExtraFound {
    return this.#further.found();
  }

  *texts(): Generator<string> {
    let position = 0;
    for (const length of this.#lengths) {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let read = 0; read < length;)
        read += readSync(this.#file, bytes, read, length - read, position + read);
      position += length;
      yield bytes.toString('utf8');
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
