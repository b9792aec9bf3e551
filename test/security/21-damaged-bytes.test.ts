import Database from 'better-sqlite3';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '../../main/sample-service/data/random.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user/userDatabase.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { atScale } from '../support/scale.ts';
import { copyOfFolder, temporaryFolder } from '../support/temporaryFolder.ts';

/** The disk changes a byte of `user.db`: nothing that the user has made changes in silence, and what was not hit stays as it is. */

const kinds = ['label', 'note', 'saved-query', 'watchlist'];

function fill({ data }: UserDatabase): void {
  data.writeSettings({ ...data.readSettings(), theme: 'dark' });
  for (const id of ['a', 'b'])
    data.saveConnection({ id, name: `Service ${id}`, baseUrl: `https://${id}.example` });
  data.writeActiveConnection('b');
  data.changeDocuments(
    kinds.flatMap((kind) =>
      Array.from({ length: 25 }, (_, number) => ({
        kind,
        id: `${kind}-${number.toString().padStart(2, '0')}`,
        // Watchlists are all alike, but for what they are called by.
        value: {
          name: kind === 'watchlist' ? 'Alike' : `The ${kind} ${number.toString()}`,
          addresses: [`0x${'ab'.repeat(20)}`],
        },
      })),
    ),
  );
}

function contentsOf({ data }: UserDatabase): unknown {
  return {
    settings: data.readSettings(),
    connections: data.listConnections(),
    active: data.readActiveConnection(),
    documents: kinds.map((kind) => data.listDocuments(kind)),
  };
}

const used = temporaryFolder();
let whole: unknown;

beforeAll(() => {
  const database = openUserDatabase(used.path);
  fill(database);
  whole = contentsOf(database);
  database.close();
});

const usedFolder = () => copyOfFolder(used.path);

/** The same, with a saved query that was changed after the copy, and all that is in it. */
function changedFolder(): Disposable & { path: string; contents: unknown } {
  const folder = usedFolder();
  using other = usedFolder();
  using later = opened(other.path);
  later.data.changeDocuments([{ kind: 'saved-query', id: 'saved-query-08', value: { name: 'Later' } }]);
  cpSync(join(other.path, 'user.db'), join(folder.path, 'user.db'));
  return Object.assign(folder, { contents: contentsOf(later) });
}

/** Writes other text of the same length wherever some text stands in a file. */
function overwrite(path: string, text: string, other: string): void {
  const bytes = readFileSync(path);
  let at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  for (; at >= 0; at = bytes.indexOf(text, at + 1)) bytes.write(other, at);
  writeFileSync(path, bytes);
}

function opened(folder: string): UserDatabase & Disposable {
  const database = openUserDatabase(folder);
  return Object.assign(database, {
    [Symbol.dispose]: () => {
      database.close();
    },
  });
}

/** Nothing is lost where this bit flips: the copy has all of it. */
function flip(bit: number, place: (length: number) => number): void {
  using folder = usedFolder();
  const path = join(folder.path, 'user.db');
  const bytes = readFileSync(path);
  const at = place(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
  const where = `bit ${bit.toString()} of byte ${at.toString()}`;
  try {
    using database = opened(folder.path);
    expect(contentsOf(database), where).toEqual(whole);
    database.data.changeDocuments([{ kind: 'label', id: 'new', value: { name: 'new' } }]);
  } catch (error) {
    if (!(error instanceof FailureError)) throw new Error(where, { cause: error });
    // Its version is what was hit: it is left alone until the user has decided.
    expect(error.failure.code, where).toBe('newer-data');
  }
}

describe('one bit that flips in user.db', () => {
  it('changes nothing in silence, wherever it is', () =>
    atScale(import.meta.filename, 250, ({ count, seed }) => {
      const random = makeRandom(seed);
      for (let turn = 0; turn < count; turn += 1)
        flip(random.integer(0, 7), (length) => random.integer(0, length - 1));
    }));

  it.each([18, 19, 47, 60])('changes nothing in silence in byte %i, by which SQLite knows the file', (at) => {
    for (let bit = 0; bit < 8; bit += 1) flip(bit, () => at);
  });
});

describe('a bit that flips in what says how the tables are', () => {
  it('has the newest copy restored', () => {
    using folder = usedFolder();
    overwrite(join(folder.path, 'user.db'), 'value TEXT NOT NULL', 'velue TEXT NOT NULL');
    using database = opened(folder.path);
    expect(database.notices).toEqual([
      expect.stringMatching(/were damaged\. .* restored from the copy of .* UTC\.$/),
    ]);
    expect(contentsOf(database)).toEqual(whole);
  });

  it('keeps a copy from being restored: an older one is', () => {
    using folder = usedFolder();
    const copies = join(folder.path, 'copies');
    const [first = ''] = readdirSync(copies);
    const older = first.replace(/\d{4}/, (year) => String(Number(year) - 1));
    cpSync(join(copies, first), join(copies, older));
    overwrite(join(copies, first), 'found_at', 'fouod_at');
    rmSync(join(folder.path, 'user.db'));
    using database = opened(folder.path);
    expect(contentsOf(database)).toEqual(whole);
  });
});

describe('a bit that flips in the only copy, where user.db is gone', () => {
  it('costs the document that it is in, and no other', () => {
    using folder = usedFolder();
    const [only = ''] = readdirSync(join(folder.path, 'copies'));
    overwrite(join(folder.path, 'copies', only), 'The label 3"', 'The lable 3"');
    rmSync(join(folder.path, 'user.db'));
    using database = opened(folder.path);
    expect(database.notices).toEqual([
      expect.stringContaining('no copy is intact'),
      expect.stringMatching(/^Recovered intact from the damaged copy of .* UTC: 10\d items\.$/),
    ]);
    expect(kinds.map((kind) => database.data.listDocuments(kind).length)).toEqual([24, 25, 25, 25]);
    expect(database.data.readSettings().theme).toBe('dark');
  });
});

describe('one bit that flips in the header of a copy', () => {
  /** All 108 of the headers of file and first page were tried. */
  it.each([18, 19, 44, 47, 60])('keeps nothing from being restored and written, in byte %i', (at) => {
    for (let bit = 0; bit < 8; bit += 1) {
      using folder = usedFolder();
      const copies = join(folder.path, 'copies');
      const [first = ''] = readdirSync(copies);
      const bytes = readFileSync(join(copies, first));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const older = first.replace(/\d{4}/, (year) => String(Number(year) - 1));
      renameSync(join(copies, first), join(copies, older));
      writeFileSync(join(copies, first), bytes);
      rmSync(join(folder.path, 'user.db'));
      const where = `bit ${bit.toString()} of byte ${at.toString()}`;
      using database = opened(folder.path);
      expect(contentsOf(database), where).toEqual(whole);
      database.data.changeDocuments([{ kind: 'label', id: 'new', value: { name: 'new' } }]);
    }
  });
});

describe('a damaged document', () => {
  it.each([
    ['its name', 'saved query “The saved-query 24”', 'The saved-query 24"', 'The sbved-query 24"'],
    ['its JSON', 'saved query “The saved-query 24”', 'The saved-query 24"', 'The saved-query 24}'],
    ['its identifier', 'watchlist “Alike”', 'watchlist-24', 'watchlist-2t'],
    ['its kind', 'watchlist “Alike”', 'watchlistwatchlist-24', 'watchlisuwatchlist-24'],
  ])(
    'is taken from the copy, and named, if %s was damaged; the others are as new as before',
    (_what, title, text, other) => {
      using folder = changedFolder();
      overwrite(join(folder.path, 'user.db'), text, other);
      using database = opened(folder.path);
      expect(database.notices).toEqual([
        expect.stringMatching(
          new RegExp(`^The disk damaged the ${title}\\. Restored from the copy of .* UTC\\.$`),
        ),
      ]);
      expect(contentsOf(database)).toEqual(folder.contents);
      using again = opened(folder.path);
      expect(again.notices).toEqual([]);
    },
  );

  it('that cannot be taken alone, since the file is out of order, costs nothing that is newer than the copy', () => {
    using folder = changedFolder();
    overwrite(join(folder.path, 'user.db'), 'saved-query-07', 'saved-querz-07');
    using database = opened(folder.path);
    expect(database.notices).toEqual([
      expect.stringMatching(/were damaged\. .* restored from the copy of .* UTC\.$/),
      'Recovered intact from the damaged file: 1 item.',
    ]);
    expect(contentsOf(database)).toEqual(folder.contents);
  });

  it('that no copy has is set aside, and the others can be read and written', () => {
    using folder = usedFolder();
    const later = openUserDatabase(folder.path);
    later.data.changeDocuments([{ kind: 'note', id: 'new', value: { name: 'A new note' } }]);
    // Read while it is open: what is damaged meanwhile is not shown either. SQLite reads a page again once somebody has written.
    const other = new Database(join(folder.path, 'user.db'));
    other.exec(`UPDATE documents SET value = replace(value, 'A new note', 'A new nose')`);
    other.close();
    expect(later.data.listDocuments('note')).toHaveLength(25);
    expect(later.copy(Date.now(), 0)).toEqual([
      'The disk damaged the note “A new nose”. No copy has it. What is left of it is in the table “damaged” of user.db.',
    ]);
    later.data.changeDocuments([{ kind: 'note', id: 'new', value: { name: 'Once more' } }]);
    later.close();
    using database = opened(folder.path);
    expect(database.notices).toEqual([]);
    expect(database.data.listDocuments('note')).toHaveLength(26);
  });

  it('in a copy is not taken: an older copy has it', () => {
    using folder = usedFolder();
    const copies = join(folder.path, 'copies');
    const [first = ''] = readdirSync(copies);
    renameSync(
      join(copies, first),
      join(
        copies,
        first.replace(/\d{4}/, (year) => String(Number(year) - 1)),
      ),
    );
    const later = openUserDatabase(folder.path);
    later.data.changeDocuments([{ kind: 'note', id: 'new', value: { name: 'A new note' } }]);
    later.close();
    const newest = readdirSync(copies).sort().at(-1) ?? '';
    for (const path of [join(copies, newest), join(folder.path, 'user.db')])
      overwrite(path, 'The label 3"', 'The lable 3"');
    using database = opened(folder.path);
    expect(database.data.listDocuments('label')[3]?.value).toMatchObject({ name: 'The label 3' });
    expect(database.data.listDocuments('note')).toHaveLength(26);
  });
});
