import { availableParallelism } from 'node:os';
import { rm } from 'node:fs/promises';
import type { Connection } from '../../preload/contract/connections.ts';
import type { ExportRequest } from '../../preload/contract/exports.ts';
import type { Explorer } from '../explore/explorer.ts';
import type { JobControl } from '../jobs/jobs.ts';
import type { CacheStore } from '../store/store.ts';
import { z } from 'zod';
import { aboutRequest, aboutResult, aboutText, FetchSpan } from './about.ts';
import { exportShape, inOrderOfDays } from './exportShape.ts';
import type { About, FileShape } from './formats/format.ts';
import { cachedProvenance, recordsOf, type Source } from './sources.ts';
import { startExportThread, type ExportThread } from './thread/exportThread.ts';
import { cachedSchema, finishedSchema, type Command, type ScanPart } from './thread/messages.ts';
import { isExportedFolder } from './verify.ts';
import { makeWholeFile, makeWholeFolder, temporaryName, writeWholeFile } from './wholeFile.ts';

/** What an export works with. */
export interface ExportSurroundings {
  readonly connection: Connection;
  readonly explorer: Explorer;
  readonly cache: CacheStore;
  /** True where nothing may be asked of the service. */
  readonly offline: boolean;
  /** Where the code of the thread lies. */
  readonly workerUrl: URL;
  readonly now: () => number;
}

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly complete: boolean;
}

/** From so many cached records on a second thread pays for its start. */
const manyRecords = 100_000;

/**
 * Writes an export: the file, whole or not at all, and beside it a `.json` that says where its figures come from. All formatting
 * and writing is done by a thread. Where records must be fetched, they are handed to the thread page by page; cached ones it reads
 * itself.
 * @throws FailureError
 */
export async function runExport(
  surroundings: ExportSurroundings,
  asked: ExportRequest,
  path: string,
  control: JobControl,
): Promise<ExportResult> {
  const request = inOrderOfDays(asked);
  const shape = exportShape(request);
  const writtenAt = surroundings.now();
  const about = aboutRequest({ connection: surroundings.connection, request, shape, path, writtenAt });
  const write = (temporary: string): Promise<Written> => {
    const work: Work = { surroundings, request, shape, about, path, temporary, control };
    return isCached(surroundings, request) ? writeCached(work) : writeHandedOver(work);
  };
  const file = shape.byDay
    ? await makeWholeFolder(path, () => isExportedFolder(path), write)
    : await makeWholeFile(path, write);
  const result = { ...about, ...file.about, bytes: file.bytes, sha256: file.sha256 };
  await writeWholeFile(`${path}.json`, (write) => write(aboutText(result)));
  control.update({ done: file.rows, total: file.rows, bytes: file.bytes });
  return { rows: file.rows, bytes: file.bytes, sha256: file.sha256, complete: file.complete };
}

interface Work {
  readonly surroundings: ExportSurroundings;
  readonly request: ExportRequest;
  readonly shape: FileShape;
  readonly about: About;
  readonly path: string;
  readonly temporary: string;
  readonly control: JobControl;
}

interface Written extends ExportResult {
  readonly about: About;
}

function isCached({ offline }: ExportSurroundings, { scope }: ExportRequest): boolean {
  return scope.kind === 'cached' || (scope.kind === 'query' && offline);
}

/** Fetched pages, chosen records, or a ready-made table. */
async function writeHandedOver(work: Work): Promise<Written> {
  const { surroundings, request, shape, control } = work;
  const thread = startThread(work, ({ rows, bytes }) => {
    control.update({ done: rows, bytes });
  });
  try {
    await openFile(thread, work, work.temporary, false);
    const source: Source = { span: new FetchSpan(), rows: 0, complete: false, provenance: undefined };
    for await (const text of recordsOf(surroundings, request, shape, source, control)) {
      await thread.perform({ do: 'records', text }, z.unknown());
    }
    return await finishFile(thread, work, source);
  } finally {
    await thread.end();
  }
}

/** Cached records, in two halves at once where they are many and the format lets its parts be joined. */
async function writeCached(work: Work): Promise<Written> {
  const { surroundings, request, shape } = work;
  const found = await cachedProvenance(surroundings, request);
  const inHalves = shape.format === 'csv' && found.total >= manyRecords && availableParallelism() > 1;
  const progress = [0, 0];
  const bytes = [0, 0];
  const tell = (part: number) => (told: { rows: number; bytes: number; total: number | null }) => {
    progress[part] = told.rows;
    bytes[part] = told.bytes;
    const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0);
    work.control.update({ done: sum(progress), total: told.total ?? found.total, bytes: sum(bytes) });
  };
  const thread = startThread(work, tell(0));
  const other = inHalves ? startThread(work, tell(1)) : null;
  const otherPath = temporaryName(work.path);
  try {
    const first = openFile(thread, work, work.temporary, false).then(() =>
      readCached(thread, work, { index: 0, of: inHalves ? 2 : 1 }),
    );
    const second = other === null ? null : writeSecondHalf(other, work, otherPath);
    const [read, rest] = await Promise.all([first, second]);
    if (rest !== null) await thread.perform({ do: 'append', path: otherPath }, z.unknown());
    const rows = read.rows + (rest?.rows ?? 0);
    const span = new FetchSpan();
    span.add(read.first);
    span.add(read.last);
    const complete =
      found.provenance?.coverage.kind === 'complete' &&
      rows === read.total &&
      (rest?.total ?? read.total) === read.total;
    return await finishFile(thread, work, { span, rows, complete, provenance: found.provenance });
  } finally {
    await Promise.all([thread.end(), other?.end()]);
    await rm(otherPath, { force: true });
  }

  async function writeSecondHalf(
    half: ExportThread,
    of: Work,
    path: string,
  ): Promise<z.infer<typeof cachedSchema>> {
    await openFile(half, of, path, true);
    const read = await readCached(half, of, { index: 1, of: 2 });
    await half.perform({ do: 'finish', about: null }, finishedSchema);
    return read;
  }

  function readCached(by: ExportThread, of: Work, part: ScanPart): Promise<z.infer<typeof cachedSchema>> {
    const { scope } = of.request;
    if (scope.kind !== 'query' && scope.kind !== 'cached')
      throw new Error('Only queries are read from the cache.');
    const { resource, query } = scope;
    const database = surroundings.cache.path;
    return by.perform({ do: 'cached', database, resource, query: withoutPage(query), part }, cachedSchema);
  }
}

function withoutPage<T extends { pagination?: unknown }>({
  pagination: _,
  ...query
}: T): Omit<T, 'pagination'> {
  return query;
}

function startThread(
  { surroundings, path, control }: Work,
  onProgress: (progress: { rows: number; bytes: number; total: number | null }) => void,
): ExportThread {
  return startExportThread({ workerUrl: surroundings.workerUrl, path, signal: control.signal, onProgress });
}

async function openFile(thread: ExportThread, work: Work, path: string, headless: boolean): Promise<void> {
  const about = work.shape.options.provenance ? work.about : null;
  await thread.perform({ do: 'open', path, shape: shapeMessage(work.shape), headless, about }, z.unknown());
}

async function finishFile(thread: ExportThread, work: Work, source: Source): Promise<Written> {
  const result = aboutResult(source);
  const inside = work.shape.options.provenance ? { ...work.about, ...result } : null;
  const { bytes, sha256, leftOut } = await thread.perform({ do: 'finish', about: inside }, finishedSchema);
  const about = leftOut === 0 ? result : { ...result, valuesLeftOut: leftOut };
  return { rows: source.rows, complete: source.complete, bytes, sha256, about };
}

function shapeMessage(shape: FileShape): Extract<Command, { do: 'open' }>['shape'] {
  return {
    ...shape,
    columns: shape.columns.map(({ unit, member, ...column }) => ({
      ...column,
      path: [...column.path],
      ...(unit === undefined ? {} : { unit }),
      ...(member === undefined ? {} : { member }),
    })),
  };
}
