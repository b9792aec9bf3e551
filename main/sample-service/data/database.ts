import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs, dayText } from '../../../preload/contract/days.ts';
import { once } from '../../platform/once.ts';
import { isLocked } from '../../platform/sqlite/fileLock.ts';
import { leaveRoom } from '../../platform/system/diskSpace.ts';
import { makeFolders } from '../../platform/system/privateFolder.ts';
import { isPlainFile, makePrivateFile } from '../../platform/system/privateFile.ts';
import { installFunctions } from '../../store/query/functions.ts';
import { serviceOptionsSchema } from '../options.ts';
import { makeHistories, type DataSize } from './histories.ts';
import { copyForLive, openLive } from './live.ts';
import { makeRecordTexts } from './recordTexts.ts';
import { fillFile, parts, statementsOf, viewStatements, type Part } from './tables.ts';
import { storedDay } from './world.ts';

/** Increment with every change of the generated data. */
export const generatorVersion = 4;

export const missingFilesSchema = z.object({
  parts: z.array(z.enum(parts)),
  cacheFolder: z.string(),
  size: serviceOptionsSchema
    .pick({ seed: true, assets: true, transactions: true, odd: true })
    .extend({ today: z.int() }),
});
type MissingFiles = z.infer<typeof missingFilesSchema>;

/** Makes files in another process, which returns its memory when it ends. Rejects unless all are made. */
export type MakeElsewhere = (files: MissingFiles, onMade: (part: Part) => void) => Promise<void>;

export type SampleData = ReturnType<typeof openSampleData>;

interface SampleDataOptions {
  readonly cacheFolder: string;
  readonly size: DataSize;
  readonly makeElsewhere: MakeElsewhere;
  readonly livePerMinute: number;
}

/** Opens the sample data. Missing files are made when one is first needed. */
export function openSampleData({ cacheFolder, size, makeElsewhere, livePerMinute }: SampleDataOptions) {
  const histories = once(() => makeHistories(size));
  const texts = makeRecordTexts(histories, size.odd);
  makeFolders(cacheFolder, 0o700);
  if (parts.some((part) => !isPlainFile(join(cacheFolder, fileName(part, size)))))
    leaveRoom(cacheFolder, bytesOf(size), noRoom);
  const pathOf = (name: Part | 'live'): string => join(cacheFolder, fileName(name, size));
  removeOldFiles(cacheFolder, fileName('live', size));

  // Unqualified table names resolve in all attached files.
  const database = new Database(':memory:');
  installFunctions(database);
  texts.install(database);
  for (const sql of viewStatements) database.exec(sql);
  const attached = new Set<Part>();
  let catchUp: (() => void) | null = null;
  function attach(part: Part): void {
    let path = pathOf(part);
    if (part === 'transactions' && livePerMinute > 0) {
      path = pathOf('live');
      copyForLive(pathOf(part), path);
      const now = (): number => Date.now() - (size.today - storedDay) * dayMs;
      catchUp = openLive({ path, size, histories: histories(), perMinute: livePerMinute, now });
    }
    database.prepare(`ATTACH DATABASE ? AS ${part}_file`).run(path);
    database.pragma(`${part}_file.cache_size = -${cacheKb.toString()}`);
    attached.add(part);
  }

  const missing = parts.filter((part) => !isPlainFile(pathOf(part)));
  for (const part of parts) if (!missing.includes(part)) attach(part);
  const making = once(() => {
    const whole = new Map(missing.map((part) => [part, Promise.withResolvers<undefined>()]));
    const made = makeElsewhere({ parts: missing, cacheFolder, size }, (part) => {
      attach(part);
      whole.get(part)?.resolve(undefined);
    });
    for (const { promise, reject } of whole.values()) {
      made.catch(reject);
      // Requests that wait for a part report its failure; there may be none yet.
      promise.catch(() => undefined);
    }
    return whole;
  });
  return {
    database,
    histories,
    texts,
    has: (part: Part) => attached.has(part),
    async ready(part: Part): Promise<void> {
      if (missing.length > 0) await making().get(part)?.promise;
      if (part === 'transactions') catchUp?.();
    },
  };
}

/** Cache of each file; the system caches the rest. */
const cacheKb = 2000;

export function makeFiles(
  { parts: names, cacheFolder, size }: MissingFiles,
  onMade: (part: Part) => void,
): void {
  const stored = { ...size, today: storedDay };
  const histories = makeHistories(stored);
  for (const part of names) {
    const path = join(cacheFolder, fileName(part, size));
    const unfinished = `${path}.${randomUUID()}.part`;
    makePrivateFile(unfinished);
    const database = new Database(unfinished);
    try {
      // A failure discards the file, so it needs no journal.
      for (const setting of [
        'page_size = 8192',
        'journal_mode = OFF',
        'synchronous = OFF',
        'locking_mode = EXCLUSIVE',
        'cache_size = -200000',
        'temp_store = FILE',
      ]) {
        database.pragma(setting);
      }
      // Held until the database closes, by the locking mode.
      database.exec('BEGIN EXCLUSIVE; COMMIT');
      installFunctions(database);
      fillFile(part, database, histories, stored);
      database.close();
      renameSync(unfinished, path);
    } finally {
      database.close();
      rmSync(unfinished, { force: true });
    }
    onMade(part);
  }
}

/** Upper bound of the disk space for files and their making. */
function bytesOf({ assets, transactions }: DataSize): number {
  return assets * 20_000 + transactions * 800;
}

const noRoom = { what: 'The sample data were not made', next: 'open them again.' };

const layout = createHash('sha256')
  .update(JSON.stringify(parts.map(statementsOf)))
  .digest('hex')
  .slice(0, 8);

/** Live transactions belong to one day, other files to any. */
function fileName(name: Part | 'live', { seed, assets, transactions, odd, today }: DataSize): string {
  const kind = [generatorVersion, layout, seed, assets, transactions, odd ? 'odd' : 'plain'].join('-');
  return `sample-${kind}-${name}${name === 'live' ? `-${dayText(today)}` : ''}.sqlite`;
}

function removeOldFiles(cacheFolder: string, live: string): void {
  const anyLive = live.slice(0, -'2026-01-01.sqlite'.length);
  for (const name of readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    const isLive = name.startsWith(anyLive);
    const isLeft = isLive ? !name.startsWith(live) : name.endsWith('.part') && !isLocked(path);
    try {
      if (isLeft) rmSync(path);
    } catch {
      // Windows keeps files that another service reads; the next start retries.
    }
  }
}
