import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Json } from '../../../preload/contract/json.ts';
import type { DocumentChange, UserDocument } from '../storeTypes.ts';

/** What the user has made: one row a thing, its value as JSON. Services that own a kind check the values they read. */
export const documentsTable = `
  CREATE TABLE things (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`;

/** Documents in the order of a number in their values, the largest first. */
export interface DocumentSearch {
  readonly kind: string;
  /** The member of the values that is the number, and the one that is searched. */
  readonly order: string;
  readonly text: string;
  /** All of them are in the text, in any case of ASCII letters. */
  readonly words: readonly string[];
  readonly start: number;
  readonly count: number;
}

const rowsSchema = z.array(z.object({ id: z.string(), value: z.string(), changedAt: z.number() }));

export function openDocuments(database: Database.Database) {
  const listed = database.prepare(
    'SELECT id, value, changed_at AS changedAt FROM things WHERE kind = ? ORDER BY id',
  );
  const matching = `FROM things WHERE kind = :kind AND NOT EXISTS (
    SELECT 1 FROM json_each(:words) word WHERE instr(lower(things.value ->> :text), lower(word.value)) = 0)`;
  const found = database.prepare(
    `SELECT id, value, changed_at AS changedAt ${matching} ORDER BY things.value ->> :order DESC, id LIMIT :count OFFSET :start`,
  );
  const counted = database.prepare(`SELECT count(*) ${matching}`).pluck();
  const write = database.prepare(
    `INSERT INTO things (kind, id, value, changed_at) VALUES (:kind, :id, :value, :now)
     ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
  );
  const add = database.prepare(
    'INSERT INTO things (kind, id, value, changed_at) VALUES (:kind, :id, :value, :now) ON CONFLICT (kind, id) DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM things WHERE kind = ? AND id = ?');
  const change = database.transaction((changes: readonly DocumentChange[]) => {
    const now = Date.now();
    for (const { kind, id, value } of changes) {
      if (value === undefined) remove.run(kind, id);
      else write.run({ kind, id, value: JSON.stringify(value), now });
    }
  });
  return {
    /** Everything of a kind, by id: saved queries, notes, layouts. Whoever owns the kind checks the values. */
    listDocuments: (kind: string): UserDocument[] => documentsIn(listed.all(kind)),
    /** Some of a kind, by their order, and how many match. */
    findDocuments({ words, ...search }: DocumentSearch): { documents: UserDocument[]; total: number } {
      const values = { ...search, words: JSON.stringify(words) };
      return { documents: documentsIn(found.all(values)), total: z.number().parse(counted.get(values)) };
    },
    /** Writes a document unless there is one of its kind and id; returns whether it was written. Of several processes one succeeds. */
    addDocument: ({ kind, id, value }: Required<DocumentChange>): boolean =>
      add.run({ kind, id, value: JSON.stringify(value), now: Date.now() }).changes === 1,
    /** Writes and removes documents, all of them or none. */
    changeDocuments(changes: readonly DocumentChange[]): void {
      change.immediate(changes);
    },
  };
}

function documentsIn(rows: unknown): UserDocument[] {
  return rowsSchema.parse(rows).map(({ value, ...row }) => ({ ...row, value: parseValue(value) }));
}

function parseValue(text: string): Json {
  return z.json().parse(JSON.parse(text));
}
