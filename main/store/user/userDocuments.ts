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

const rowsSchema = z.array(z.object({ id: z.string(), value: z.string(), changedAt: z.number() }));

export function openDocuments(database: Database.Database) {
  const listed = database.prepare(
    'SELECT id, value, changed_at AS changedAt FROM things WHERE kind = ? ORDER BY id',
  );
  const write = database.prepare(
    `INSERT INTO things (kind, id, value, changed_at) VALUES (:kind, :id, :value, :now)
     ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
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
    listDocuments: (kind: string): UserDocument[] =>
      rowsSchema.parse(listed.all(kind)).map(({ value, ...row }) => ({ ...row, value: parseValue(value) })),
    /** Writes and removes documents, all of them or none. */
    changeDocuments(changes: readonly DocumentChange[]): void {
      change.immediate(changes);
    },
  };
}

function parseValue(text: string): Json {
  return z.json().parse(JSON.parse(text));
}
