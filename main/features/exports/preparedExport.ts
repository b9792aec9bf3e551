import { counted } from '../../../preload/contract/counted.ts';
import { butFor, mayLack } from '../../../preload/contract/completeness.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ExportRequest } from '../../../preload/contract/exports.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { namesComputed, serviceFilter } from '../../../preload/contract/query.ts';
import type { SqlRows } from '../../../preload/contract/sql.ts';
import { daysNote } from '../../../preload/contract/sync.ts';
import type { CacheStore } from '../../store/store.ts';
import type { JobControl } from '../../jobs/jobs.ts';
import { localCoverage } from '../records/coverage.ts';
import type { RecordReader } from '../records/recordReader.ts';
import type { ReadWhole, WholeList } from '../../sync/wholeList.ts';
import { aboutColumns, aboutRequest, aboutResult, FetchSpan } from './about.ts';
import type { CachedRecords } from './cached/cachedRecords.ts';
import type { About, FileShape } from './formats/format.ts';
import { knownFields, withExtraColumns } from './extraColumns.ts';
import { noExtraFields, type ExtraFound } from './extraFields.ts';
import { startExportThread, type ExportThread } from './thread/exportThread.ts';

export interface ExportEnvironment {
  readonly connection: Connection;
  readonly recordReader: RecordReader;
  readonly cache: CacheStore;
  readonly sync: ReadWhole | null;
  readonly readResult: (resultId: string) => AsyncIterable<SqlRows> | Iterable<SqlRows>;
  readonly workerUrl: URL;
  readonly descriptions: string;
  readonly now: () => number;
}

interface ExportOrder {
  readonly environment: ExportEnvironment;
  readonly request: ExportRequest;
  readonly shape: FileShape;
  readonly path: string;
  readonly control: JobControl;
}

export interface PreparedExport extends ExportOrder {
  readonly about: About;
  readonly fieldsLeftOut: readonly string[];
  readonly whole: WholeList | null;
  readonly notes: readonly string[];
}

export interface Written {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly text: string;
  readonly complete: boolean;
  /** Fetch time of its oldest figure in milliseconds since 1970 UTC; null if unknown. */
  readonly fetchedFrom: number | null;
  /** Values that the format cannot store: cut text, and values of another type than the column's. */
  readonly leftOut: number;
  readonly about: About;
  readonly note: string;
}

export interface ExportResult extends Omit<Written, 'about' | 'note' | 'sha256' | 'text'> {
  readonly sha256: string | null;
  readonly description: string;
}

export interface ExportRunOptions {
  readonly replace?: boolean;
  readonly mayReplace?: ((path: string) => Promise<boolean>) | undefined;
  /** Receives the SHA-256 before the file gets its name, so a later run recognizes a killed one's file. */
  readonly noteHash?: ((sha256: string) => Promise<void>) | undefined;
  /** The description of a folder, if it is not in the app's own folder. */
  readonly description?: string | undefined;
}

export interface Source {
  readonly span: FetchSpan;
  rows: number;
  complete: boolean;
  provenance: Pick<Provenance, 'source' | 'coverage' | 'notes'> | undefined;
}

export async function prepareExport(order: ExportOrder): Promise<PreparedExport> {
  const { environment, request, shape, path } = order;
  const whole = await fetchWhole(order);
  const { connection } = environment;
  const about = aboutRequest({ connection, request, shape, path, writtenAt: environment.now() });
  const notes = whole?.notes ?? (await notesOnCached(order));
  return { ...order, about, fieldsLeftOut: [], whole, notes };
}

async function notesOnCached({ environment, request: { scope } }: ExportOrder): Promise<string[]> {
  if (scope.kind !== 'query' && scope.kind !== 'cached') return [];
  const { completeAsOf, ...limits } = await environment.cache.readCompleteness(scope);
  if (completeAsOf === null || butFor(limits) === '') return [];
  return [`Complete as of ${new Date(completeAsOf).toISOString()}${butFor(limits)}.`];
}

async function fetchWhole({
  environment: { sync },
  request: { scope },
  shape: { title },
  control,
}: ExportOrder): Promise<WholeList | null> {
  if (scope.kind !== 'query' || sync === null || namesComputed(scope.query)) return null;
  const { resource, query } = scope;
  const subject = { resource, filter: serviceFilter(query.filter) };
  const whole = await sync(subject, `Export of ${title.toLowerCase()}`, control);
  control.update({ done: 0, total: null });
  return whole;
}

export function cachedRecords({ environment, whole, request: { scope } }: PreparedExport): CachedRecords {
  if (scope.kind !== 'query' && scope.kind !== 'cached')
    throw new Error('Only queries are read from the cache.');
  const { pagination: _, ...query } = scope.query;
  return {
    database: environment.cache.path,
    resource: scope.resource,
    query: { ...query, ...(whole === null ? {} : { filter: whole.filter }) },
  };
}

export function startThread(
  { environment: { workerUrl }, path, control }: PreparedExport,
  onProgress: (progress: { rows: number; bytes: number; total: number | null }) => void,
): ExportThread {
  return startExportThread({ workerUrl, path, signal: control.signal, onProgress });
}

export async function withExtraOf(
  thread: ExportThread,
  work: PreparedExport,
  cached: CachedRecords,
): Promise<PreparedExport> {
  const known = knownFields(work.shape.columns);
  return withExtra(work, work.shape.further ? await thread.call('further', cached, known) : noExtraFields);
}

export function withExtra(work: PreparedExport, found: ExtraFound): PreparedExport {
  const { scope } = work.request;
  if (scope.kind === 'table') return work;
  const shape = { ...work.shape, columns: withExtraColumns(scope.resource, work.shape, found) };
  const { leftOut: fieldsLeftOut } = found;
  return { ...work, shape, about: { ...work.about, ...aboutColumns(shape, fieldsLeftOut) }, fieldsLeftOut };
}

export async function writeCachedFile(
  thread: ExportThread,
  work: PreparedExport,
  cached: CachedRecords,
  file: number | null,
): Promise<Written> {
  const completeness = await work.environment.cache.readCompleteness(cached);
  await openFile(thread, work, file);
  const read = await thread.call('addCached', cached);
  const span = new FetchSpan();
  span.add(read.first);
  span.add(read.last);
  const { rows, all: inCache, missingFields } = read;
  const coverage =
    work.whole?.mark === null && work.whole.shortfalls.length === 0
      ? ({ kind: 'answer' } as const)
      : localCoverage({
          ...(work.whole?.mark === null ? { completeAsOf: null } : completeness),
          cachedRecords: inCache,
          // If the service was asked, it decided which records match.
          missingFields: work.whole === null ? missingFields : [],
        });
  const complete = !mayLack({ coverage }) && rows === read.total;
  const provenance = { source: work.whole === null ? 'local' : 'service', coverage } as const;
  const notes = work.notes.length === 0 ? {} : { notes: work.notes };
  return finishFile(thread, work, { span, rows, complete, provenance: { ...provenance, ...notes } });
}

/** @param file file descriptor, shared by all threads of the process; null for text in memory */
export async function openFile(
  thread: ExportThread,
  work: PreparedExport,
  file: number | null,
): Promise<void> {
  const about = work.shape.options.provenance ? work.about : null;
  await thread.call('open', { file, shape: work.shape, about });
}

export async function finishFile(
  thread: ExportThread,
  work: PreparedExport,
  source: Source,
): Promise<Written> {
  const result = aboutResult(source);
  const inside = work.shape.options.provenance ? { ...work.about, ...result } : null;
  const { bytes, sha256, text, leftOut, guarded } = await thread.call('finish', inside);
  const about = {
    ...work.about,
    ...result,
    ...(leftOut === 0 ? {} : { valuesLeftOut: leftOut }),
    ...(guarded === 0 ? {} : { cellsGuarded: guarded }),
  };
  const { rows, complete, span } = source;
  const note = [noteOf(work, leftOut, guarded), ...daysNote([span.first, span.last])].join(' ').trim();
  return { rows, complete, fetchedFrom: span.first, bytes, sha256, text, leftOut, about, note };
}

export function noteOf(
  { notes, shape, fieldsLeftOut }: PreparedExport,
  leftOut: number,
  guarded = 0,
): string {
  return [
    ...notes,
    ...(leftOut === 0 ? [] : [leftOutText(shape, leftOut)]),
    ...(guarded === 0 ? [] : [guardedText(guarded)]),
    ...(fieldsLeftOut.length === 0 ? [] : [leftOutFieldsText(fieldsLeftOut)]),
  ].join(' ');
}

export function leftOutText({ format }: Pick<FileShape, 'format'>, count: number): string {
  const values = counted(count, 'value');
  return format === 'xlsx'
    ? `${values} longer than a cell takes: cut at 32,767 characters. CSV, JSON and Parquet keep them whole.`
    : `${values} left out that did not fit the type of the column. CSV and JSON keep them.`;
}

export function guardedText(count: number): string {
  return `${counted(count, 'cell')} that a spreadsheet might run as a formula: written with an apostrophe.`;
}

function leftOutFieldsText(names: readonly string[]): string {
  return `${names.length.toLocaleString('en')} fields left out, more than a file takes: the description names them. JSON keeps them.`;
}
