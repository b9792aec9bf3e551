import type { Connection } from '../../../preload/contract/connections.ts';
import type { ExportRequest } from '../../../preload/contract/exports.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { namesComputed, serviceFilter } from '../../../preload/contract/query.ts';
import { markNotes } from '../../../preload/contract/sync.ts';
import { localCoverage } from '../records/coverage.ts';
import type { Explorer } from '../records/explorer.ts';
import type { JobControl } from '../jobs/jobs.ts';
import type { ReadWhole, WholeList } from '../records/wholeList.ts';
import type { CacheStore } from '../../store/store.ts';
import { aboutColumns, aboutRequest, aboutResult, aboutText, FetchSpan } from './about.ts';
import type { CachedRecords } from './cached/cachedRecords.ts';
import { withEntityNames } from './entityNames.ts';
import { exportShape, inOrderOfDays } from './exportShape.ts';
import type { About, FileShape } from './formats/format.ts';
import { knownFields, withFurtherColumns } from './furtherColumns.ts';
import { nothingFurther, type FurtherFound } from './furtherFields.ts';
import { recordsOf, type Source } from './sources.ts';
import { startExportThread, type ExportThread } from './thread/exportThread.ts';
import { foreignFiles, isExportedFolder } from './verify.ts';
import { makeWholeFile, makeWholeFolder, refuseUnwritable, writeWholeFile } from './wholeFile.ts';

/** What an export works with. */
export interface ExportEnvironment {
  readonly connection: Connection;
  readonly explorer: Explorer;
  readonly cache: CacheStore;
  /** Fetches every record of a subject; null where no request may be sent. */
  readonly sync: ReadWhole | null;
  /** Where the code of the thread lies. */
  readonly workerUrl: URL;
  readonly now: () => number;
}

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly complete: boolean;
  /** When the oldest of its figures was fetched, in milliseconds since 1970 UTC; null where that is not known. */
  readonly fetchedFrom: number | null;
  /** Values that the format cannot take: text cut at the end of a cell, what does not fit the type of its column. */
  readonly leftOut: number;
}

export interface ExportRunOptions {
  /** True to replace a folder that an export wrote also where it was changed since, as the user confirmed. */
  readonly replace?: boolean;
}

/**
 * Writes an export: the file, whole or not at all, and beside it a `.json` that says where its figures come from. All formatting
 * and writing is done by a thread. Where records must be fetched, they are handed to the thread page by page; cached ones it reads
 * itself.
 * @throws FailureError
 */
export async function runExport(
  environment: ExportEnvironment,
  requested: ExportRequest,
  path: string,
  control: JobControl,
  { replace = false }: ExportRunOptions = {},
): Promise<ExportResult> {
  const request = inOrderOfDays(requested);
  const shape = await withEntityNames(exportShape(request), environment.cache);
  const write = async (temporary: string): Promise<Written> => {
    // What cannot be written is known before anything is fetched.
    await refuseUnwritable(path, temporary);
    const whole = await fetchWhole(environment, request, shape, control);
    const writtenAt = environment.now();
    const about = aboutRequest({ connection: environment.connection, request, shape, path, writtenAt });
    const work: Work = {
      environment,
      request,
      shape,
      about,
      path,
      temporary,
      control,
      fieldsLeftOut: [],
      whole,
    };
    return request.scope.kind === 'query' || request.scope.kind === 'cached'
      ? writeCached(work)
      : writeHandedOver(work);
  };
  const file = shape.byDay
    ? await makeWholeFolder(
        path,
        () => mayReplaceFolder(path, replace, { workerUrl: environment.workerUrl, signal: control.signal }),
        write,
      )
    : await makeWholeFile(path, write);
  const result = { ...file.about, bytes: file.bytes, sha256: file.sha256 };
  await writeWholeFile(`${path}.json`, (write) => write(aboutText(result)));
  control.update({
    done: file.rows,
    total: file.rows,
    bytes: file.bytes,
    ...(file.note === '' ? {} : { note: file.note }),
  });
  const { rows, bytes, sha256, complete, fetchedFrom, leftOut } = file;
  return { rows, bytes, sha256, complete, fetchedFrom, leftOut };
}

/** @throws FailureError `file` where the folder is of an export, but holds what the export did not write */
async function mayReplaceFolder(
  path: string,
  replace: boolean,
  { workerUrl, signal }: { workerUrl: URL; signal: AbortSignal },
): Promise<boolean> {
  if (!(await isExportedFolder(path))) return false;
  if (replace || !(await foreignFiles(path, { workerUrl, signal })).includes(path)) return true;
  throw new FailureError({
    code: 'file',
    message: 'The folder holds files that the export did not write. Move them away, or choose another name.',
    detail: path,
  });
}

/** What a file could not take, in a sentence. */
function leftOutText({ format }: FileShape, count: number): string {
  const values = count === 1 ? '1 value' : `${count.toLocaleString('en')} values`;
  return format === 'xlsx'
    ? `${values} longer than a cell takes: cut at 32,767 characters. CSV, JSON and Parquet keep them whole.`
    : `${values} left out that did not fit the type of the column. CSV and JSON keep them.`;
}

function leftOutFieldsText(names: readonly string[]): string {
  return `${names.length.toLocaleString('en')} fields left out, more than a file takes: the description names them. JSON keeps them.`;
}

interface Work {
  readonly environment: ExportEnvironment;
  readonly request: ExportRequest;
  readonly shape: FileShape;
  readonly about: About;
  readonly path: string;
  readonly temporary: string;
  readonly control: JobControl;
  readonly fieldsLeftOut: readonly string[];
  /** What was fetched for it; null where nothing was. */
  readonly whole: WholeList | null;
}

interface Written extends ExportResult {
  readonly about: About;
  /** What the file could not take, in sentences. */
  readonly note: string;
}

/** The same work with columns for what its records hold besides. */
function withFurther(work: Work, found: FurtherFound): Work {
  const { scope } = work.request;
  if (scope.kind === 'table') return work;
  const shape = { ...work.shape, columns: withFurtherColumns(scope.resource, work.shape, found) };
  const { leftOut: fieldsLeftOut } = found;
  return { ...work, shape, about: { ...work.about, ...aboutColumns(shape, fieldsLeftOut) }, fieldsLeftOut };
}

/** Fetches every record of a query into the cache, where it asks for records as they are now. */
async function fetchWhole(
  { sync }: ExportEnvironment,
  { scope }: ExportRequest,
  { title }: FileShape,
  control: JobControl,
): Promise<WholeList | null> {
  if (scope.kind !== 'query' || sync === null || namesComputed(scope.query)) return null;
  const { resource, query } = scope;
  const whole = await sync(
    { resource, filter: serviceFilter(query.filter) },
    `Export of ${title.toLowerCase()}`,
    control,
  );
  control.update({ done: 0, total: null });
  return whole;
}

/** Chosen records, or a ready-made table. */
async function writeHandedOver(work: Work): Promise<Written> {
  const { environment, request, shape, control } = work;
  const thread = startThread(work, ({ rows, bytes }) => {
    control.update(shape.further ? { bytes } : { done: rows, bytes });
  });
  const source: Source = { span: new FetchSpan(), rows: 0, complete: false, provenance: undefined };
  const texts = recordsOf(environment, request, shape, source, control);
  try {
    if (shape.further) return await writeGathered(thread, work, texts, source);
    await openFile(thread, work, work.temporary);
    for await (const text of texts) await thread.call('addRecords', text);
    return await finishFile(thread, work, source);
  } finally {
    await thread.end();
  }
}

/** The columns are known when the last record has come: until then the records wait. */
async function writeGathered(
  thread: ExportThread,
  work: Work,
  texts: AsyncIterable<string>,
  source: Source,
): Promise<Written> {
  const known = knownFields(work.shape.columns);
  for await (const text of texts) {
    await thread.call('gather', `${work.temporary}.records`, known, text);
    work.control.update({ done: source.rows });
  }
  const whole = withFurther(work, await thread.call('gathered'));
  await openFile(thread, whole, whole.temporary);
  await thread.call('writeGathered');
  return await finishFile(thread, whole, source);
}

/** Cached records, which the thread reads itself. */
async function writeCached(requested: Work): Promise<Written> {
  const { environment, control } = requested;
  const cached = cachedRecords(requested);
  const thread = startThread(requested, ({ rows, bytes, total }) => {
    control.update({ done: rows, total, bytes });
  });
  try {
    const known = knownFields(requested.shape.columns);
    const further = requested.shape.further ? await thread.call('further', cached, known) : nothingFurther;
    const work = withFurther(requested, further);
    const completeAsOf = await environment.cache.completeAsOf(cached);
    await openFile(thread, work, work.temporary);
    const read = await thread.call('addCached', cached);
    const span = new FetchSpan();
    span.add(read.first);
    span.add(read.last);
    const { rows, all: cachedRecords, missingFields } = read;
    const coverage =
      requested.whole?.mark === null
        ? ({ kind: 'answer' } as const)
        : localCoverage({ completeAsOf, cachedRecords, missingFields });
    const complete =
      coverage.kind !== 'partial' && rows === read.total && (requested.whole?.mark?.leftOut.count ?? 0) === 0;
    return await finishFile(thread, work, {
      span,
      rows,
      complete,
      provenance: { source: requested.whole === null ? 'local' : 'service', coverage },
    });
  } finally {
    await thread.end();
  }
}

function cachedRecords({ environment, whole, request: { scope } }: Work): CachedRecords {
  if (scope.kind !== 'query' && scope.kind !== 'cached')
    throw new Error('Only queries are read from the cache.');
  const { resource, query } = scope;
  return {
    database: environment.cache.path,
    resource,
    query: { ...withoutPage(query), ...(whole === null ? {} : { filter: whole.filter }) },
  };
}

function withoutPage<T extends { pagination?: unknown }>({
  pagination: _,
  ...query
}: T): Omit<T, 'pagination'> {
  return query;
}

function startThread(
  { environment, path, control }: Work,
  onProgress: (progress: { rows: number; bytes: number; total: number | null }) => void,
): ExportThread {
  const { workerUrl } = environment;
  return startExportThread({ workerUrl, path, signal: control.signal, onProgress });
}

async function openFile(thread: ExportThread, work: Work, path: string): Promise<void> {
  const about = work.shape.options.provenance ? work.about : null;
  await thread.call('open', { path, shape: work.shape, about });
}

async function finishFile(thread: ExportThread, work: Work, source: Source): Promise<Written> {
  const result = aboutResult(source);
  const inside = work.shape.options.provenance ? { ...work.about, ...result } : null;
  const { bytes, sha256, leftOut } = await thread.call('finish', inside);
  const about = { ...work.about, ...result, ...(leftOut === 0 ? {} : { valuesLeftOut: leftOut }) };
  const note = [
    ...(work.whole === null || work.whole.mark === null ? [] : markNotes(work.whole.mark)),
    ...(leftOut === 0 ? [] : [leftOutText(work.shape, leftOut)]),
    ...(work.fieldsLeftOut.length === 0 ? [] : [leftOutFieldsText(work.fieldsLeftOut)]),
  ].join(' ');
  const { rows, complete, span } = source;
  return { rows, complete, fetchedFrom: span.first, bytes, sha256, leftOut, about, note };
}
