import { existsSync } from 'node:fs';
import type { ExportRequest } from '../../../preload/contract/exports.ts';
import { newWorkPath } from '../../platform/system/workFolder.ts';
import type { JobControl } from '../../jobs/jobs.ts';
import { aboutText, FetchSpan } from './about.ts';
import { withEntityNames } from './entityNames.ts';
import { exportShape } from './exportShape.ts';
import {
  prepareExport,
  cachedRecords,
  finishFile,
  openFile,
  startThread,
  withExtra,
  withExtraOf,
  writeCachedFile,
  type ExportEnvironment,
  type ExportResult,
  type ExportRunOptions,
  type Source,
  type PreparedExport,
  type Written,
} from './preparedExport.ts';
import { knownFields } from './extraColumns.ts';
import { narrowedToParts, writeParts } from './parts.ts';
import { recordsOf } from './sources.ts';
import type { ExportThread } from './thread/exportThread.ts';
import { replacedBy } from './verify.ts';
import { isStream, openWholeFile, refuseBadName, refuseUnwritable } from './wholeFile.ts';

/**
 * Writes an export: the complete file or none, with a description of its source; or a file per day or month.
 * A thread formats and writes: it receives chosen records, and reads those of a query from the cache.
 * @throws FailureError
 */
export async function runExport(
  environment: ExportEnvironment,
  requested: ExportRequest,
  path: string,
  control: JobControl,
  options: ExportRunOptions = {},
): Promise<ExportResult> {
  const request = narrowedToParts(requested, environment.now());
  const shape = await withEntityNames(exportShape(request), environment.cache);
  const order = { environment, request, shape, path, control };
  if (request.options.parts !== null) return writeParts(order, request.options.parts, options);
  const description = `${path}.json`;
  const intoStream = isStream(path);
  if (!intoStream) await refuseBadName(description);
  const { signal } = control;
  await refuseUnwritable(path);
  const work = await prepareExport(order);
  await using file = await openWholeFile(path, { mayReplace: options.mayReplace, signal });
  const { about, note, text: _, ...written } = await write(work, file.handle.fd);
  if (intoStream) await file.place();
  else {
    await using beside = await openWholeFile(description, { followsLinks: false });
    const result = { ...about, bytes: written.bytes, sha256: written.sha256, ...(await replacedBy(path)) };
    await beside.write(aboutText(result));
    // If the process is killed here, the description has the hashes of both the old and the new file.
    const isFirst = !existsSync(description);
    try {
      await file.place(async () => {
        await options.noteHash?.(written.sha256);
        await beside.place();
      });
    } catch (error) {
      // Removes the description of an unfinished export, unless it also describes a replaced one.
      if (isFirst) await beside.withdraw();
      throw error;
    }
  }
  tellEnd(control, { ...written, note });
  return { ...written, description };
}

function tellEnd(control: JobControl, { rows, bytes, note }: Pick<Written, 'rows' | 'bytes' | 'note'>): void {
  control.update({ done: rows, total: rows, bytes, ...(note === '' ? {} : { note }) });
}

/** Returns an export as text, for the clipboard and standard output. Throws a `FailureError`. */
export async function runTextExport(
  environment: ExportEnvironment,
  request: ExportRequest,
  control: JobControl,
): Promise<Written> {
  const shape = await withEntityNames(exportShape(request), environment.cache);
  const written = await write(await prepareExport({ environment, request, shape, path: '', control }), null);
  tellEnd(control, written);
  return written;
}

function write(work: PreparedExport, file: number | null): Promise<Written> {
  const { kind } = work.request.scope;
  const isCached = kind === 'query' || kind === 'cached';
  return isCached ? writeCached(work, file) : writeHandedOver(work, file);
}

async function writeHandedOver(work: PreparedExport, file: number | null): Promise<Written> {
  const { environment, request, shape, control } = work;
  const thread = startThread(work, ({ rows, bytes }) => {
    control.update(shape.further ? { bytes } : { done: rows, bytes });
  });
  const source: Source = { span: new FetchSpan(), rows: 0, complete: false, provenance: undefined };
  const texts = recordsOf(environment, request, shape, source, control);
  try {
    if (shape.further) return await writeGathered(thread, work, { texts, source, file });
    await openFile(thread, work, file);
    for await (const text of texts) await thread.call('addRecords', text);
    return await finishFile(thread, work, source);
  } finally {
    await thread.end();
  }
}

async function writeGathered(
  thread: ExportThread,
  work: PreparedExport,
  { texts, source, file }: { texts: AsyncIterable<string>; source: Source; file: number | null },
): Promise<Written> {
  const known = knownFields(work.shape.columns);
  const waiting = newWorkPath();
  for await (const text of texts) {
    await thread.call('gather', waiting, known, text);
    work.control.update({ done: source.rows });
  }
  const whole = withExtra(work, await thread.call('gathered'));
  await openFile(thread, whole, file);
  await thread.call('writeGathered');
  return finishFile(thread, whole, source);
}

async function writeCached(requested: PreparedExport, file: number | null): Promise<Written> {
  const { control } = requested;
  const cached = cachedRecords(requested);
  const thread = startThread(requested, ({ rows, bytes, total }) => {
    control.update({ done: rows, total, bytes });
  });
  try {
    const work = await withExtraOf(thread, requested, cached);
    return await writeCachedFile(thread, work, cached, file);
  } finally {
    await thread.end();
  }
}
