import Database from 'better-sqlite3';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayMs } from '../../preload/contract/days.ts';
import type { UserStore } from '../../main/store/store.ts';
import { openUserDatabase } from '../../main/store/user/userDatabase.ts';
import { linesOf, openTestStore, startStoreProcess } from '../integration/main/store/testStore.ts';
import { scaled, someOf } from '../support/scale.ts';
import { copyOfFolder, temporaryFolder } from '../support/temporaryFolder.ts';

/** What the user has made outlives the loss of `user.db`, of parts of it, of the process and of the content. */

const lists = Array.from({ length: 50 }, (_, number) => `list-${number.toString()}`);

async function makeLists(user: UserStore, ids: readonly string[] = lists): Promise<void> {
  await user.changeDocuments(
    ids.map((id) => ({ kind: 'watchlist', id, value: { name: id, wallets: ['0x1'] } })),
  );
}

/** As the thread of the store opens it: that takes a hundredth of the start of a store. */
function listsIn(folder: string): { ids: string[]; notices: readonly string[] } {
  const { data, notices, close } = openUserDatabase(folder);
  const things = data.listDocuments('watchlist');
  close();
  return { ids: things.map(({ id }) => id).sort(), notices };
}

const used = temporaryFolder();

beforeAll(async () => {
  await using store = await openTestStore(used.path);
  await makeLists(store.user);
});

/** A folder in which the app has run, and has 50 watchlists. */
const usedFolder = () => copyOfFolder(used.path);

const all = lists.toSorted();
/** The finished ones: the folder of those that are being written lies among them. */
const copiesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'copies'))
    .filter((name) => name.endsWith('.db'))
    .sort();

const newIn = (folder: string, before: readonly string[]): string[] =>
  copiesIn(folder).filter((name) => !before.includes(name));

afterEach(() => {
  vi.useRealTimers();
});

describe('user.db', () => {
  const losses: readonly (readonly [what: string, lose: (path: string) => void])[] = [
    [
      'is missing',
      (path) => {
        rmSync(path);
      },
    ],
    [
      'has 0 bytes',
      (path) => {
        truncateSync(path, 0);
      },
    ],
    [
      'is cut short',
      (path) => {
        truncateSync(path, 50);
      },
    ],
    [
      'is cut in the middle of a page',
      (path) => {
        truncateSync(path, 6000);
      },
    ],
    [
      'is no database',
      (path) => {
        writeFileSync(path, 'This is no database. '.repeat(500));
      },
    ],
    [
      'is damaged in its first page',
      (path) => {
        overwrite(path, 100, Buffer.alloc(4096, 0xa5));
      },
    ],
    [
      'has lost its version',
      (path) => {
        overwrite(path, 60, Buffer.alloc(4));
      },
    ],
    [
      'was never more than a header',
      (path) => {
        makeUnwritten(path);
      },
    ],
  ];

  it.each(losses)(
    'is restored from the last copy if it %s, and the user is told the date of the copy',
    (_what, lose) => {
      using folder = usedFolder();
      lose(join(folder.path, 'user.db'));
      const { ids, notices } = listsIn(folder.path);
      expect(ids).toEqual(all);
      expect(notices).toEqual([expect.stringMatching(/restored from the copy of .*\d{4}/)]);
      expect(listsIn(folder.path).notices).toEqual([]);
    },
  );

  it('has each change in itself as soon as it is acknowledged, not in a file beside it', async () => {
    using folder = temporaryFolder();
    using other = temporaryFolder();
    const started = startStoreProcess([folder.path, 'sync']);
    let acknowledged = 0;
    for await (const line of started.lines) {
      acknowledged = (JSON.parse(line) as { saved?: number }).saved ?? acknowledged;
      if (acknowledged >= 20) started.child.kill('SIGKILL');
    }
    await started.ended;
    // The last change may be half there: a journal beside the file undoes it.
    await (await openTestStore(folder.path)).close();
    cpSync(join(folder.path, 'user.db'), join(other.path, 'user.db'));
    const database = new Database(join(other.path, 'user.db'), { readonly: true });
    const count = database.prepare(`SELECT count(*) FROM documents WHERE kind = 'saved-query'`).pluck().get();
    expect(Number(count)).toBeGreaterThanOrEqual(acknowledged);
    database.close();
  });

  it('needs no file beside it after a change, at the moment of the change', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    await makeLists(store.user);
    using other = temporaryFolder();
    cpSync(join(folder.path, 'user.db'), join(other.path, 'user.db'));
    const database = new Database(join(other.path, 'user.db'), { readonly: true });
    expect(database.prepare(`SELECT count(*) FROM documents WHERE kind = 'watchlist'`).pluck().get()).toBe(
      50,
    );
    database.close();
  });

  it('is restored intact if two programs start at the same time', async () => {
    using folder = usedFolder();
    for (let round = 0; round < scaled(5); round += 1) {
      rmSync(join(folder.path, 'user.db'));
      const said = await Promise.all([0, 1].map(() => linesOf(startStoreProcess([folder.path, 'open']))));
      for (const lines of said) expect(lines).toEqual([{ notices: expect.any(Array) as unknown }]);
    }
    expect(listsIn(folder.path).ids).toEqual(all);
  });

  it.each(['open', 'close'])('survives being killed at any moment of the %s', async (moment) => {
    using folder = usedFolder();
    for (const round of someOf(Array.from({ length: 12 }, (_, nth) => nth))) {
      if (moment === 'open') rmSync(join(folder.path, 'user.db'), { force: true });
      const started = startStoreProcess([folder.path, moment === 'open' ? 'open' : 'change']);
      // From before the first file is touched to behind the last.
      setTimeout(() => started.child.kill('SIGKILL'), 150 + round * 40);
      await started.ended;
    }
    const { ids } = listsIn(folder.path);
    expect(ids).toEqual(all);
    const database = new Database(join(folder.path, 'user.db'), { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });
});

describe('copies', () => {
  it('are made at close, at start, and once in 24 hours of running', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    await expect.poll(() => copiesIn(folder.path)).toHaveLength(1);
    await makeLists(store.user);
    const atStart = copiesIn(folder.path);
    for (let hour = 0; hour < 25; hour += 1) vi.advanceTimersByTime(3_600_000);
    await expect.poll(() => newIn(folder.path, atStart)).toHaveLength(1);
    const afterADay = copiesIn(folder.path);
    await makeLists(store.user, ['another']);
    await store.close();
    expect(newIn(folder.path, afterADay)).toHaveLength(1);
  });

  it('with content are never given up for one with less', async () => {
    using folder = usedFolder();
    // More days than copies are kept of, on which the app runs on an emptied database, under a clock that goes on.
    for (let day = 0; day < 9; day += 1) {
      await using store = await openTestStore(folder.path);
      await store.user.changeDocuments(lists.map((id) => ({ kind: 'watchlist', id })));
      await store.user.changeDocuments([{ kind: 'run', id: day.toString(), value: day }]);
      await store.close();
      ageCopies(folder.path);
    }
    const contents = copiesIn(folder.path).map((name) => {
      const database = new Database(join(folder.path, 'copies', name), { readonly: true });
      const count = database.prepare(`SELECT count(*) FROM documents WHERE kind = 'watchlist'`).pluck().get();
      database.close();
      return Number(count);
    });
    expect(contents).toContain(50);
    expect(contents.length).toBeLessThanOrEqual(15);
    expect(contents.length).toBeGreaterThanOrEqual(7);
  });

  /** Uses the app on each of these days, counted from now: what is stored then is the place among them. */
  function useOn(folder: string, days: readonly number[]): void {
    vi.useFakeTimers({ toFake: ['Date'] });
    const now = Date.now();
    for (const [place, day] of days.entries()) {
      vi.setSystemTime(now + day * dayMs);
      const { data, close } = openUserDatabase(folder);
      data.changeDocuments([{ kind: 'run', id: 'last', value: place }]);
      close();
    }
  }
  const daysOfCopies = (folder: string): number[] =>
    copiesIn(folder).map((name) => {
      const today = Math.floor(Date.now() / dayMs);
      return Date.parse(name.slice('user-'.length, 'user-2026-11-27'.length)) / dayMs - today;
    });
  function restoredRun(folder: string): unknown {
    rmSync(join(folder, 'user.db'));
    const { data, close } = openUserDatabase(folder);
    const [document] = data.listDocuments('run');
    close();
    return document?.value;
  }

  it('dated by a clock that was ahead are replaced by those of later days, each with its own', () => {
    using folder = temporaryFolder();
    useOn(folder.path, [1000, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(daysOfCopies(folder.path)).toEqual([-6, -5, -4, -3, -2, -1, 0]);
    expect(restoredRun(folder.path)).toBe(9);
  });

  it('of right days stay if the clock was behind for a while, and the last one is restored', () => {
    using folder = temporaryFolder();
    useOn(folder.path, [0, 1, 2, -1000, -1000]);
    expect(daysOfCopies(folder.path)).toEqual([0, 1000, 1001, 1002]);
    expect(restoredRun(folder.path)).toBe(4);
    useOn(folder.path, [1003]);
    expect(daysOfCopies(folder.path)).toEqual([-1003, -3, -2, -1, 0]);
    expect(restoredRun(folder.path)).toBe(0);
  });

  it('that are damaged are skipped: the newest sound one is restored, with intact parts of newer ones', async () => {
    using folder = usedFolder();
    ageCopies(folder.path);
    {
      await using store = await openTestStore(folder.path);
      await makeLists(store.user, ['later']);
    }
    const last = join(folder.path, 'copies', copiesIn(folder.path).at(-1) ?? '');
    overwrite(last, 4096, Buffer.alloc(4096, 0xa5));
    rmSync(join(folder.path, 'user.db'));
    expect(listsIn(folder.path).ids).toEqual(['later', ...all]);
  });
});

it('says that user.db is missing if caches show that the app was used, and no copy is intact', async () => {
  using folder = temporaryFolder();
  {
    await using store = await openTestStore(folder.path);
    await store.cache('live');
  }
  rmSync(join(folder.path, 'user.db'));
  if (existsSync(join(folder.path, 'copies'))) rmSync(join(folder.path, 'copies'), { recursive: true });
  expect(listsIn(folder.path).notices).toEqual([expect.stringContaining('no copy is intact')]);
});

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** What is left of a database in WAL mode whose log was deleted before the first checkpoint. */
function makeUnwritten(path: string): void {
  rmSync(path);
  const whole = `${path}.whole`;
  const database = new Database(whole);
  database.pragma('journal_mode = WAL');
  database.pragma('wal_autocheckpoint = 0');
  database.exec('CREATE TABLE documents (name TEXT)');
  cpSync(whole, path);
  database.close();
  rmSync(whole);
}

/** Makes every copy a day older, in its name and its time. */
function ageCopies(folder: string): void {
  const copies = join(folder, 'copies');
  mkdirSync(copies, { recursive: true });
  for (const name of copiesIn(folder)) {
    const [, start = '', day = '', rest = ''] = /^(user-)(\d{4}-\d{2}-\d{2})(.*)$/.exec(name) ?? [];
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const path = join(copies, `${start}${before}${rest}`);
    renameSync(join(copies, name), path);
    utimesSync(path, new Date(before), new Date(before));
    expect(readFileSync(path).length).toBeGreaterThan(0);
  }
}
