import type Database from 'better-sqlite3';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { Migration } from '../../platform/sqlite/migrations.ts';
import type { DocumentChange, UserDocument } from '../storeTypes.ts';

/**
 * The user's documents and settings, one row each, the value as JSON. The service that owns a kind validates
 * its values. `damaged` has the remains of damaged documents (see `mendDocuments.ts`).
 */
const documentsTable = `
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE damaged (kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, found_at INTEGER NOT NULL) STRICT;
`;

export const migrations: readonly Migration[] = [
  (database) => {
    database.exec(documentsTable);
  },
];

export type DocumentRow = z.infer<typeof rowSchema>;

const rowSchema = z.object({
  kind: z.string(),
  id: z.string(),
  value: z.string(),
  changedAt: z.number(),
  checksum: z.number(),
});
const rowsSchema = z.array(rowSchema);

/** Beginning of a statement that writes a row; the rest handles a conflict of kind and id. */
export const insertRow =
  'INSERT INTO documents VALUES (:kind, :id, :value, :changedAt, :checksum) ON CONFLICT (kind, id)';
export const replaceRow =
  'DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at, checksum = excluded.checksum';

const columns = 'kind, id, value, changed_at AS changedAt, checksum';

export function readRows(database: Database.Database): DocumentRow[] {
  return [...eachRow(database)];
}

export function* eachRow(database: Database.Database): Generator<DocumentRow> {
  for (const row of database.prepare(`SELECT ${columns} FROM documents`).iterate())
    yield rowSchema.parse(row);
}

export function checksumOf({ kind, id, value, changedAt }: Omit<DocumentRow, 'checksum'>): number {
  return crc32(JSON.stringify([kind, id, value, changedAt]));
}

export function isAsWritten(row: DocumentRow): boolean {
  return row.checksum === checksumOf(row);
}

interface DocumentSearch {
  readonly kind: string;
  readonly order: string;
  readonly text: string;
  /** The text must contain all of them, ignoring ASCII case. */
  readonly words: readonly string[];
  readonly start: number;
  readonly count: number;
}

/** @param mend called if a damaged document is read; they are read again afterwards */
export function openDocuments(database: Database.Database, mend: () => void) {
  const listed = database.prepare(`SELECT ${columns} FROM documents WHERE kind = ? ORDER BY id`);
  const matching = `FROM documents WHERE kind = :kind AND NOT EXISTS (
    SELECT 1 FROM json_each(:words) word WHERE instr(lower(documents.value ->> :text), lower(word.value)) = 0)`;
  const found = database.prepare(
    `SELECT ${columns} ${matching} ORDER BY documents.value ->> :order DESC, id LIMIT :count OFFSET :start`,
  );
  const counted = database.prepare(`SELECT count(*) ${matching}`).pluck();
  const write = database.prepare(`${insertRow} ${replaceRow}`);
  const add = database.prepare(`${insertRow} DO NOTHING`);
  const remove = database.prepare('DELETE FROM documents WHERE kind = ? AND id = ?');
  const change = database.transaction((changes: readonly DocumentChange[]) => {
    for (const { kind, id, value } of changes) {
      if (value === undefined) remove.run(kind, id);
      else write.run(rowOf({ kind, id, value }));
    }
  });
  function read(statement: Database.Statement, values: unknown): UserDocument[] {
    const rows = rowsSchema.parse(statement.all(values));
    if (rows.every(isAsWritten)) return rows.map(documentIn);
    mend();
    return rowsSchema.parse(statement.all(values)).filter(isAsWritten).map(documentIn);
  }
  return {
    /** Returns all documents of a kind, by id: saved queries, notes, layouts. The owner validates them. */
    listDocuments: (kind: string): UserDocument[] => read(listed, kind),
    findDocuments({ words, ...search }: DocumentSearch): { documents: UserDocument[]; total: number } {
      const values = { ...search, words: JSON.stringify(words) };
      return { documents: read(found, values), total: z.number().parse(counted.get(values)) };
    },
    /** Returns false if one of its kind and id exists. Of several processes, one succeeds. */
    addDocument: (document: Required<DocumentChange>): boolean => add.run(rowOf(document)).changes === 1,
    /** All or none. */
    changeDocuments(changes: readonly DocumentChange[]): void {
      change.immediate(changes);
    },
  };
}

function rowOf({ kind, id, value }: Required<DocumentChange>): DocumentRow {
  const row = { kind, id, value: JSON.stringify(value), changedAt: Date.now() };
  return { ...row, checksum: checksumOf(row) };
}

function documentIn({ id, value, changedAt }: DocumentRow): UserDocument {
  return { id, value: z.json().parse(JSON.parse(value)), changedAt };
}
