import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '../../../../preload/contract/days.ts';
import { FailureError, errorText } from '../../../../preload/contract/failures.ts';
import { isDated } from '../../../../preload/contract/mirrors.ts';
import { startThread, type Thread } from '../../../platform/threads/thread.ts';
import type { MirrorBatch, MirrorChanges, MirrorTable, MirrorTarget, OpenedMirror } from '../mirrorTarget.ts';
import { retryAt } from '../retryAt.ts';
import { codeOf } from './folderStorage.ts';
import {
  emptyManifest,
  manifestText,
  mergeColumns,
  readManifest,
  type Manifest,
  type ManifestFile,
} from './manifest.ts';
import { covers, ownPath, partOfPath } from './partitions.ts';
import type { MirrorStorage } from './storage.ts';
import type { MirrorCalls } from './thread/worker.ts';

export interface ParquetOptions {
  /** Where the code of the thread lies. */
  readonly workerUrl: URL;
  /** Returns where the files of a table lie. */
  readonly storageOf: (table: string) => MirrorStorage;
  /** In milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** A further file of a day begins where one has so many bytes: a last row group keeps it below 256 MB. */
  readonly fileBytes?: number;
}

/** Those who read by an older manifest have so long to finish. */
const replacedMs = 7 * dayMs;
/** Where a thread needs more it ends, not the app. */
const limits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };
/** So many files are stored at once. */
const atOnce = 4;
const keyNames = ['date', 'timestamp', 'token_id', 'id'];
const noRecords = createHash('sha256').digest('hex');
const noChanges: MirrorChanges = { inserted: 0, changed: 0, gone: 0 };

interface Opened {
  readonly storage: MirrorStorage;
  readonly thread: Thread<MirrorCalls>;
  manifest: Manifest;
}

/**
 * A mirror in Parquet files. The rows of a window are collected until its end; then the files of days that have changed are written anew,
 * and the manifest switches to them together with the state.
 */
export function parquetTarget(options: ParquetOptions): MirrorTarget {
  const { workerUrl, storageOf, now = Date.now } = options;
  let opened: Opened | null = null;
  let release: (() => Promise<void>) | null = null;

  return {
    async open(table): Promise<OpenedMirror> {
      const storage = storageOf(table.name);
      const thread = startThread<MirrorCalls>(workerUrl, { name: 'mirror', limits });
      release = async () => {
        thread.cancel('all');
        await thread.end().catch(() => undefined);
        await storage.close();
      };
      try {
        const workFolder = await storage.prepare((path) => takeLock(thread, path, storage.name));
        const { manifest, positions, notes } = await openManifest(storage, table, now());
        await removeLeftovers(storage, manifest, now());
        await thread.call('open', {
          workFolder,
          columns: manifest.schema.columns,
          positions,
          byDay: manifest.partitionedBy !== null,
          sortedBy: manifest.sortedBy,
          keys: keyNames,
          fileBytes: options.fileBytes ?? 200e6,
        });
        opened = { storage, thread, manifest };
        return { state: manifest.state, notes };
      } catch (error) {
        await this.close();
        throw storage.explain(error);
      }
    },
    async write(batch): Promise<MirrorChanges> {
      if (opened === null) throw new Error('The target is not open.');
      const { storage, thread } = opened;
      try {
        await thread.call('add', batch.rows, batch.begin);
        return batch.end ? await storeWindow(opened, batch, now()) : noChanges;
      } catch (error) {
        throw storage.explain(error);
      }
    },
    async close(): Promise<void> {
      const closing = release;
      opened = null;
      release = null;
      await closing?.();
    },
  };
}

async function takeLock(thread: Thread<MirrorCalls>, path: string, name: string): Promise<void> {
  try {
    await thread.call('lock', path);
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new FailureError({
      code: 'storage',
      message: `Another mirror writes to ${name}. Try again when it has ended.`,
      retryAt: retryAt(),
    });
  }
}

/** Reads the manifest, or makes the first one; brings its columns up to date. */
async function openManifest(
  storage: MirrorStorage,
  table: MirrorTable,
  at: number,
): Promise<{ manifest: Manifest; positions: readonly number[]; notes: string[] }> {
  const text = await storage.readManifest();
  if (text === null) {
    const foreign = (await storage.list()).find(({ path }) => !ownPath.test(path));
    if (foreign !== undefined) {
      throw new FailureError({
        code: 'storage',
        message: `${storage.name} is not empty and is no mirror. Choose another target.`,
        detail: foreign.path,
      });
    }
    const manifest = emptyManifest(
      table,
      isDated(table.resource) ? ['token_id', 'timestamp', 'id'] : ['id'],
      at,
    );
    await storage.writeManifest(manifestText(manifest));
    return { manifest, positions: table.columns.map((_, index) => index), notes: [] };
  }
  const manifest = readManifest(text, storage.name);
  if (manifest.table !== table.name) {
    throw new FailureError({
      code: 'storage',
      message: `${storage.name} is a mirror of ${manifest.table}. Choose another target.`,
    });
  }
  const { columns, positions, notes } = mergeColumns(manifest.schema.columns, table.columns);
  const version = manifest.schema.version + (notes.length === 0 ? 0 : 1);
  return { manifest: { ...manifest, schema: { version, columns } }, positions, notes };
}

/** Removes files of a process that was stopped: no manifest names them. */
async function removeLeftovers(storage: MirrorStorage, manifest: Manifest, at: number): Promise<void> {
  const known = new Set([...manifest.files, ...manifest.replaced].map(({ path }) => path));
  const found = await storage.list();
  const left = found.filter(
    ({ path, changedAt }) =>
      ownPath.test(path) &&
      !known.has(path) &&
      (storage.leftoverMs === 0 || at - changedAt >= storage.leftoverMs),
  );
  await storage.remove(left.map(({ path }) => path));
}

async function storeWindow(opened: Opened, batch: MirrorBatch, at: number): Promise<MirrorChanges> {
  const { storage, thread, manifest } = opened;
  await loadParts(opened, batch);
  const { parts, ...changes } = await thread.call(
    'write',
    batch.window,
    batch.compare,
    Math.round(batch.fetchedAt * 1000),
  );
  const generation = manifest.generation + (parts.length === 0 ? 0 : 1);
  const written = parts.flatMap(({ part, content, files }) =>
    files.map(({ local, ...file }, index) => ({
      local,
      file: {
        ...file,
        path: `${part === '' ? '' : `${part}/`}${generation.toString().padStart(6, '0')}-${index.toString()}-${file.sha256.slice(0, 16)}.parquet`,
        schema: manifest.schema.version,
        content,
      },
    })),
  );
  for (let from = 0; from < written.length; from += atOnce)
    await Promise.all(
      written.slice(from, from + atOnce).map(({ local, file }) => storage.put(local, file.path)),
    );
  const changed = new Set(parts.map(({ part }) => part));
  const isKept = ({ path }: ManifestFile): boolean => !changed.has(partOfPath(path));
  const files = [...manifest.files.filter(isKept), ...written.map(({ file }) => file)];
  const isExpired = ({ replacedAt }: { replacedAt: string }): boolean =>
    at - Date.parse(replacedAt) >= replacedMs;
  const replacedAt = new Date(at).toISOString();
  await storage.remove(manifest.replaced.filter(isExpired).map(({ path }) => path));
  const next: Manifest = {
    ...manifest,
    writtenAt: replacedAt,
    generation,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    replaced: [
      ...manifest.replaced.filter((file) => !isExpired(file)),
      ...manifest.files.filter((file) => !isKept(file)).map(({ path }) => ({ path, replacedAt })),
    ],
    state: z.json().parse(batch.state),
  };
  await storage.writeManifest(manifestText(next));
  opened.manifest = next;
  return changes;
}

/** Loads the rows that those of the window may replace. Days whose records are the same are left as they are. */
async function loadParts({ storage, thread, manifest }: Opened, batch: MirrorBatch): Promise<void> {
  const arrived = new Map((await thread.call('arrived')).map(({ part, content }) => [part, content]));
  const files = Map.groupBy(manifest.files, ({ path }) => partOfPath(path));
  for (const [part, stored] of files) {
    if (!arrived.has(part) && !(batch.compare && covers(batch.window, part))) continue;
    const content = arrived.get(part) ?? noRecords;
    if (stored.every((file) => file.content === content && file.schema === manifest.schema.version)) {
      await thread.call('skip', part);
      continue;
    }
    for (const file of stored) {
      const local = await storage.fetch(file.path);
      try {
        await thread.call('load', part, local, file.schema < manifest.schema.version);
      } catch (error) {
        if (/^(ENOSPC|SQLITE_)/.test(codeOf(error))) throw error;
        throw new FailureError(
          {
            code: 'storage',
            message: `A file of the mirror is missing or was changed: ${file.path}. Restore it; or remove ${storage.name} and run the mirror again, which reads everything anew.`,
            detail: errorText(error),
          },
          { cause: error },
        );
      }
    }
  }
}
