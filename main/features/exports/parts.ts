import { createHash } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dayMs, dayOf } from '../../../preload/contract/days.ts';
import type { ExportParts, ExportRequest } from '../../../preload/contract/exports.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import { cutToBytes, maxNameBytes } from '../../platform/system/fileNames.ts';
import { isMine } from '../../platform/system/ownership.ts';
import { makeFolders } from '../../platform/system/privateFolder.ts';
import type { CacheStore } from '../../store/store.ts';
import { aboutText } from './about.ts';
import type { CachedRecords } from './cached/cachedRecords.ts';
import {
  prepareExport,
  cachedRecords,
  noteOf,
  startThread,
  withExtraOf,
  writeCachedFile,
  type ExportResult,
  type ExportRunOptions,
  type Written,
} from './preparedExport.ts';
import type { About } from './formats/format.ts';
import { maxReplaced, readFolderDescription } from './verify.ts';
import {
  asFileFailure,
  openWholeFile,
  refuseUnwritable,
  writeWholeFile,
  type UnnamedFile,
} from './wholeFile.ts';

/**
 * A folder of Parquet files for engines that read all of it, one per day or month:
 * `day=2026-11-25/data.parquet`. A run writes all its files beside the previous ones, then replaces them one
 * by one, so a reader of `*.parquet` always finds whole days. The folder has nothing else.
 */

const fileName = 'data.parquet';
/** Rule: Apache Hive, "Dynamic partitions": the name that engines expect for rows without a value. */
const noMonth = '__HIVE_DEFAULT_PARTITION__';
const partNames: Readonly<Record<ExportParts['by'], RegExp>> = {
  day: /^day=\d{4}-\d\d-\d\d$/,
  month: /^month=(?:\d{4}-\d\d|__HIVE_DEFAULT_PARTITION__)$/,
};

interface Part {
  readonly name: string;
  readonly filter: Filter;
}

/** Limits the request to the last days of the files. Throws a `FailureError` without days. */
export function narrowedToParts(request: ExportRequest, now: number): ExportRequest {
  const { scope, format, options } = request;
  if (options.parts === null) return request;
  const isQuery = scope.kind === 'query' || scope.kind === 'cached';
  if (!isQuery || scope.resource !== 'transactions' || format !== 'parquet')
    throw new FailureError({
      code: 'bad-arguments',
      message: 'Only transactions can be exported by day or month, in Parquet format.',
    });
  if (options.parts.by === 'month') return request;
  const [first] = lastDays(options.parts.days, now);
  const filter = both(scope.query.filter, between(first ?? dayOf(now), dayOf(now + dayMs)));
  return { ...request, scope: { ...scope, query: { ...scope.query, filter } } };
}

export async function hasForeignParts(path: string, description: string): Promise<boolean> {
  const names = await readdir(path).catch(() => []);
  if (!names.some((name) => existsSync(join(path, name, fileName)))) return false;
  return (await readFolderDescription(description))?.folder !== path;
}

export function descriptionOf({ descriptions }: { descriptions: string }, path: string): string {
  const mark = createHash('sha256').update(path).digest('hex').slice(0, 8);
  const end = `-${mark}.json`;
  return join(descriptions, `${cutToBytes(basename(path), maxNameBytes - end.length)}${end}`);
}

export async function writeParts(
  order: Parameters<typeof prepareExport>[0],
  parts: ExportParts,
  { replace = false, description: elsewhere }: ExportRunOptions,
): Promise<ExportResult> {
  const { environment, path, control } = order;
  const description = elsewhere ?? descriptionOf(environment, path);
  const stood = existsSync(path);
  const standing = stood ? await standingParts(path, parts.by) : [];
  if (!replace && (await hasForeignParts(path, description))) throw new FailureError(foreignFiles(path));
  if (stood) refuseForeignFolder(path);
  await refuseUnwritable(stood ? join(path, fileName) : path, { followsLinks: false });
  const begun = await prepareExport(order);
  const { whole } = begun;
  if (whole?.mark === null && whole.shortfalls.length > 0) throw new FailureError(whole.failure);
  const cached = cachedRecords(begun);
  const refusePart = async (): Promise<void> => {
    if (whole?.mark !== null && (await environment.cache.completeAsOf(cached)) === null)
      throw new FailureError(notAllCached);
  };
  await refusePart();
  const opened: { readonly folder: string; readonly file: UnnamedFile }[] = [];
  const files: { readonly name: string; readonly file: UnnamedFile; readonly written: Written }[] = [];
  const sum = (of: (written: Written) => number): number =>
    files.reduce((total, { written }) => total + of(written), 0);
  const thread = startThread(begun, ({ rows, bytes }) => {
    control.update({ done: rows + sum((one) => one.rows), bytes: bytes + sum((one) => one.bytes) });
  });
  try {
    const work = await withExtraOf(thread, begun, cached);
    const total = await countOf(environment.cache, cached);
    control.update({ total });
    for (const { name, filter } of await partsOf(environment, cached, parts, standing)) {
      const folder = join(path, name);
      await asFileFailure(path, making(folder));
      for (const one of [path, folder]) refuseForeignFolder(one);
      const file = await openWholeFile(join(folder, fileName), { followsLinks: false });
      opened.push({ folder, file });
      const written = await writeCachedFile(thread, work, narrowed(cached, filter), file.handle.fd);
      files.push({ name, file, written });
    }
    const before = await readFolderDescription(description);
    const earlier =
      before?.folder === path ? before.files.filter(({ file }) => existsSync(join(path, file))) : [];
    const own = files.map(({ name, written }) => ({
      file: `${name}/${fileName}`,
      rows: written.rows,
      bytes: written.bytes,
      sha256: written.sha256,
      fetchedFrom: written.about['fetchedFrom'] ?? null,
      fetchedTo: written.about['fetchedTo'] ?? null,
    }));
    // Earlier files that remain keep their description.
    const others = earlier.filter(({ file }) => own.every((one) => one.file !== file));
    const describe = async (result: About): Promise<void> => {
      await asFileFailure(description, making(dirname(description), 0o700));
      const text = aboutText({ ...work.about, folder: path, ...result });
      await writeWholeFile(description, (write) => write(text), {
        mode: elsewhere === undefined ? 0o600 : undefined,
      });
    };
    // The cache may have been cleared.
    await refusePart();
    // Written first, so that the files of a killed run are recognized as an export's.
    await describe({
      complete: false,
      files: [
        ...others,
        ...own.map((part) => {
          const replaced = earlier.find(({ file }) => file === part.file);
          return replaced === undefined
            ? part
            : { ...part, replaces: [replaced.sha256, ...(replaced.replaces ?? [])].slice(0, maxReplaced) };
        }),
      ],
    });
    for (const { file } of files) await file.place();
    const oldest = files.flatMap(({ written: { fetchedFrom } }) => fetchedFrom ?? []);
    const result = {
      rows: sum(({ rows }) => rows),
      bytes: sum(({ bytes }) => bytes),
      leftOut: sum(({ leftOut }) => leftOut),
      complete: sum(({ rows }) => rows) === total && files.every(({ written }) => written.complete),
      fetchedFrom: oldest.length === 0 ? null : Math.min(...oldest),
    };
    await describe({
      rows: result.rows,
      complete: result.complete,
      files: [...others, ...own],
    });
    const note = noteOf(work, result.leftOut);
    control.update({ done: total, total, bytes: result.bytes, ...(note === '' ? {} : { note }) });
    return { ...result, sha256: null, description };
  } finally {
    await thread.end();
    for (const { folder, file } of opened) {
      await file[Symbol.asyncDispose]();
      await rmdir(folder).catch(() => undefined);
    }
    if (!stood) await rmdir(path).catch(() => undefined);
  }
}

async function making(...folder: Parameters<typeof makeFolders>): Promise<void> {
  await Promise.resolve();
  makeFolders(...folder);
}

/** Others can link to any folder of this user, and replace files in theirs. Throws `file`. */
function refuseForeignFolder(folder: string): void {
  const found = lstatSync(folder);
  if (found.isDirectory() && isMine(found)) return;
  throw new FailureError({
    code: 'file',
    message: 'The folder is a link, or belongs to another user. Choose a folder of your own.',
    detail: folder,
  });
}

/** Returns the names of the parts in the folder. Throws `file` if it holds anything else. */
async function standingParts(path: string, by: ExportParts['by']): Promise<string[]> {
  const names = await asFileFailure(path, readdir(path));
  // Systems and engines hide their own files by a leading `.` or `_`.
  const shown = names.filter((name) => !/^[._]/.test(name));
  const other = shown.find((name) => !partNames[by].test(name));
  if (other === undefined) return shown;
  throw new FailureError({
    code: 'file',
    message: `The folder contains more than the files of each ${by}. Choose another folder.`,
    detail: join(path, other),
  });
}

/** Returns the files of a run. Every day has one, even if empty, to replace older files. */
async function partsOf(
  { cache, now }: { cache: CacheStore; now: () => number },
  cached: CachedRecords,
  parts: ExportParts,
  standing: readonly string[],
): Promise<Part[]> {
  if (parts.by === 'day') {
    return lastDays(parts.days, now()).map((day) => ({
      name: `day=${day}`,
      filter: between(day, dayOf(Date.parse(day) + dayMs)),
    }));
  }
  const months = new Set(standing.map((name) => name.slice('month='.length)));
  if ((await countOf(cache, narrowed(cached, isUndated))) > 0) months.add(noMonth);
  for (let month = await nextMonth(cache, cached, null); month !== null;) {
    months.add(month);
    month = await nextMonth(cache, cached, endOf(month));
  }
  return [...months].map((month) => ({
    name: `month=${month}`,
    filter: month === noMonth ? isUndated : between(`${month}-01`, endOf(month)),
  }));
}

async function nextMonth(
  cache: CacheStore,
  cached: CachedRecords,
  from: string | null,
): Promise<string | null> {
  const filter: Filter =
    from === null
      ? { operator: 'notEquals', field: 'date', value: null }
      : { operator: 'gte', field: 'date', value: from };
  const { resource, query } = narrowed(cached, filter);
  const first = { sort: { field: 'date', direction: 'asc' }, pagination: { page: 1, perPage: 1 } } as const;
  const { records } = await cache.runQuery({ resource, query: { ...query, ...first } });
  const date = records[0]?.['date'];
  const month = typeof date === 'string' ? /^\d{4}-\d\d(?=-)/.exec(date)?.[0] : undefined;
  return month !== undefined && (from === null || month >= from.slice(0, 7)) ? month : null;
}

async function countOf(cache: CacheStore, { resource, query }: CachedRecords): Promise<number> {
  const { pagination } = await cache.runQuery({
    resource,
    query: { ...query, pagination: { page: 1, perPage: 1 } },
    fields: ['id'],
  });
  return pagination.resultCount;
}

function narrowed(cached: CachedRecords, filter: Filter): CachedRecords {
  const query: Query = { ...cached.query, filter: both(cached.query.filter, filter) };
  return { ...cached, query };
}

const isUndated: Filter = { operator: 'equals', field: 'date', value: null };

function between(from: string, end: string): Filter {
  return {
    operator: 'and',
    filters: [
      { operator: 'gte', field: 'date', value: from },
      { operator: 'lt', field: 'date', value: end },
    ],
  };
}

function both(filter: Filter | undefined, other: Filter): Filter {
  return filter === undefined ? other : { operator: 'and', filters: [filter, other] };
}

function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * dayMs));
}

function endOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number));
}

function foreignFiles(path: string): Failure {
  return {
    code: 'file',
    message:
      'The folder contains files that no export of this app wrote. Move them, or choose another folder.',
    detail: path,
  };
}

const notAllCached = {
  code: 'file',
  message:
    'Some transactions of these days are not cached. Nothing was written. Sync transactions, then export again.',
} as const;
