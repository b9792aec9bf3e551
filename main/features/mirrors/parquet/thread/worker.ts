import { join } from 'node:path';
import { answerCalls, type OwnThread } from '../../../../platform/threads/answerCalls.ts';
import { lockFile, type FileLock } from '../../../../platform/sqlite/fileLock.ts';
import type { MirrorChanges, MirrorColumn, MirrorRow, MirrorWindow } from '../../mirrorTarget.ts';
import { partOf } from '../partitions.ts';
import { stagedValue, type StagedValue } from './columns.ts';
import { readParquet } from './readParquet.ts';
import { Staging, type StagedRow, type StoredRow } from './staging.ts';
import { writeParts, type WrittenFile } from './writeParts.ts';

/** Entry of the thread of a mirror in Parquet files: it collects the rows of a window, merges them with those of files, and writes new files. */

export type MirrorCalls = ReturnType<typeof open>['calls'];

export interface MirrorLayout {
  readonly workFolder: string;
  /** All columns of the files. */
  readonly columns: readonly MirrorColumn[];
  /** Where the columns of the table stand among them, in the order of the values of a row. */
  readonly positions: readonly number[];
  readonly byDay: boolean;
  /** Names of columns in whose order rows are: a text, a moment, the identifier; or the identifier alone. */
  readonly sortedBy: readonly string[];
  readonly keys: readonly string[];
  readonly fileBytes: number;
}

interface Opened {
  readonly layout: MirrorLayout;
  readonly staging: Staging;
  readonly at: Readonly<
    Record<'id' | 'record' | 'token' | 'time' | 'firstSeen' | 'fetched' | 'deleted', number>
  >;
}

function open({ throwIfCancelled }: OwnThread) {
  let lock: FileLock | null = null;
  let opened: Opened | null = null;

  function current(): Opened {
    if (opened === null) throw new Error('No mirror is open.');
    return opened;
  }

  const calls = {
    /** Keeps other processes away until the thread ends. Fails with `SQLITE_BUSY` where one is there already. */
    lock(path: string): void {
      // Two that begin at once keep each other away for a moment.
      lock = lockFile(path, 1000);
    },
    open(layout: MirrorLayout): void {
      const position = (name: string | undefined): number =>
        layout.columns.findIndex((column) => column.name === name);
      const [token, time] = layout.byDay ? layout.sortedBy : [];
      opened = {
        layout,
        staging: new Staging(join(layout.workFolder, 'rows.db')),
        at: {
          id: position('id'),
          record: position('_record'),
          token: position(token),
          time: position(time),
          firstSeen: position('_first_seen_at'),
          fetched: position('_fetched_at'),
          deleted: position('_deleted_at'),
        },
      };
    },
    /** Takes a page. @param begin true where it is the first of a window */
    add(rows: readonly MirrorRow[], begin: boolean): void {
      const { staging } = current();
      if (begin) staging.begin();
      staging.add(staged(current(), rows));
    },
    /** The partitions of the rows that have come, with the SHA-256 of their records. */
    arrived: () => current().staging.arrived(),
    /** Leaves a partition as it is. */
    skip(part: string): void {
      current().staging.skip(part);
    },
    /** Reads a file whose rows may be replaced. @param older true where it lacks columns that have come since */
    async load(part: string, path: string, older: boolean): Promise<void> {
      const { layout, staging } = current();
      for await (const rows of readParquet(
        path,
        layout.columns.map(({ name }) => name),
      )) {
        throwIfCancelled();
        staging.load(
          rows.map((cells) => storedRow(current(), part, cells)),
          older,
        );
      }
    },
    /** Merges what has come with what was loaded, and writes the files of the partitions that change. */
    write(
      window: MirrorWindow,
      compare: boolean,
      at: number,
    ): MirrorChanges & { parts: { part: string; content: string; files: WrittenFile[] }[] } {
      const { layout, staging } = current();
      const { parts, ...changes } = staging.settle({
        window,
        compare,
        at,
        positions: new Set(layout.positions),
      });
      return {
        ...changes,
        parts: parts.map((part) => {
          throwIfCancelled();
          return {
            part,
            content: staging.contentOf(part),
            files: writeParts(rowsOf(current(), part), layout),
          };
        }),
      };
    },
  };
  return {
    calls,
    end() {
      opened?.staging.close();
      lock?.release();
    },
  };
}

function* staged({ layout, at }: Opened, rows: readonly MirrorRow[]): Generator<StagedRow> {
  const { columns, positions, byDay } = layout;
  for (const { id, day, values } of rows) {
    const cells: StagedValue[] = columns.map(() => null);
    positions.forEach((position, index) => {
      cells[position] = stagedValue(values[index] ?? null, columns[position]?.type ?? 'text');
    });
    yield rowOf(at, byDay ? partOf(day) : '', cells, id);
  }
}

function rowOf(at: Opened['at'], part: string, cells: readonly StagedValue[], id: string): StagedRow {
  const token = cells[at.token] ?? null;
  const time = cells[at.time] ?? null;
  return {
    id,
    part,
    token: token === null ? null : String(token),
    at: typeof time === 'number' ? time : null,
    record: String(cells[at.record] ?? 'null'),
    // The record is stored once.
    values: cells.map((cell, position) => (position === at.record ? null : cell)),
  };
}

function storedRow({ at }: Opened, part: string, cells: readonly StagedValue[]): StoredRow {
  const moment = (position: number): number | null => {
    const cell = cells[position] ?? null;
    return typeof cell === 'number' ? cell : null;
  };
  return {
    ...rowOf(at, part, cells, String(cells[at.id] ?? '')),
    firstSeen: moment(at.firstSeen) ?? 0,
    fetched: moment(at.fetched) ?? 0,
    deleted: moment(at.deleted),
  };
}

function* rowsOf(
  { staging, at }: Opened,
  part: string,
): Generator<{ cells: StagedValue[]; isDeleted: boolean }> {
  for (const { values, record, firstSeen, fetched, deleted } of staging.rowsOf(part)) {
    const cells = [...values];
    cells[at.record] = record;
    cells[at.firstSeen] = firstSeen;
    cells[at.fetched] = fetched;
    cells[at.deleted] = deleted;
    yield { cells, isDeleted: deleted !== null };
  }
}

answerCalls(open);
