import Database from 'better-sqlite3';
import { z } from 'zod';
import { counted } from '../../../preload/contract/counted.ts';
import { listCopies, momentOf, type Copy } from './copies.ts';
import { eachRow, insertRow, isAsWritten, readRows, replaceRow, type DocumentRow } from './userDocuments.ts';

/**
 * Checks every document. Moves a damaged one to the table `damaged`, and restores it from the newest copy
 * with a sound version.
 * @param path the file of `database`, beside which its copies are
 * @returns messages that name the documents
 */
export function mendDocuments(database: Database.Database, path: string): string[] {
  if (readRows(database).every(isAsWritten)) return [];
  const setAside = database.prepare('INSERT INTO damaged VALUES (:kind, :id, :value, :now)');
  const remove = database.prepare('DELETE FROM documents WHERE kind = :kind AND id = :id');
  const restore = database.prepare(`${insertRow} DO NOTHING`);
  const isThere = database.prepare('SELECT 1 FROM documents WHERE kind = :kind AND id = :id').pluck();
  const copies = listCopies(path).map((copy) => ({ copy, rows: rowsOf(copy.path) }));
  const mend = database.transaction(() => {
    // Another process may have repaired some.
    const damaged = readRows(database).filter((row) => !isAsWritten(row));
    return damaged.map((row) => {
      const found = findIn(copies, row, (other) => isThere.get(other) === 1);
      setAside.run({ ...row, now: Date.now() });
      remove.run(row);
      if (found !== null) restore.run(found.row);
      return sentence(row, found);
    });
  });
  return mend.immediate();
}

/**
 * Imports undamaged documents of a damaged file that the restored database lacks or has in an older state.
 * Documents dated in the future count as older.
 * @param what the file, for a message
 * @returns messages about them
 */
export function takeOver(damaged: string, what: string, database: Database.Database): string[] {
  const write = database.prepare(
    `${insertRow} ${replaceRow} WHERE excluded.changed_at > changed_at
       OR (changed_at > :now AND excluded.changed_at <= :now)`,
  );
  const intact = rowsOf(damaged);
  const now = Date.now();
  const writeAll = database.transaction(() =>
    intact.reduce((sum, row) => sum + write.run({ ...row, now }).changes, 0),
  );
  const taken = writeAll.immediate();
  return taken === 0 ? [] : [`Recovered intact from ${what}: ${counted(taken, 'item')}.`];
}

interface Found {
  readonly row: DocumentRow;
  readonly copy: Copy;
}

function findIn(
  copies: readonly { readonly copy: Copy; readonly rows: readonly DocumentRow[] }[],
  { kind, id, value, changedAt }: DocumentRow,
  isThere: (row: DocumentRow) => boolean,
): Found | null {
  for (const { copy, rows } of copies) {
    const row =
      rows.find((one) => one.kind === kind && one.id === id) ??
      rows.find((one) => one.value === value && one.changedAt === changedAt && !isThere(one));
    if (row !== undefined) return { row, copy };
  }
  return null;
}

function rowsOf(path: string): DocumentRow[] {
  const rows: DocumentRow[] = [];
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      for (const row of eachRow(database)) if (isAsWritten(row)) rows.push(row);
    } finally {
      database.close();
    }
  } catch {
    // The rest cannot be read.
  }
  return rows;
}

function sentence(row: DocumentRow, found: Found | null): string {
  const damaged = `The disk damaged the ${titleOf(found?.row ?? row)}.`;
  return found === null
    ? `${damaged} No copy has it. What is left of it is in the table “damaged” of user.db.`
    : `${damaged} Restored from the copy of ${momentOf(found.copy)}.`;
}

const namedSchema = z.object({
  name: z.string().optional(),
  label: z.string().optional(),
  text: z.string().optional(),
});
const mostOfNote = 60;

function titleOf({ kind, id, value }: DocumentRow): string {
  let named: z.infer<typeof namedSchema> | undefined;
  try {
    named = namedSchema.safeParse(JSON.parse(value)).data;
  } catch {
    // The remains are not JSON.
  }
  const what = kind.replaceAll('-', ' ');
  return kind === id
    ? what
    : `${what} “${named?.name ?? named?.label ?? named?.text?.slice(0, mostOfNote) ?? id}”`;
}
