import Database from 'better-sqlite3';
import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { checkBody, checkRow, damaged } from '../query/damage.ts';
import { cancelCheck } from '../query/functions.ts';
import { isRow } from '../query/records.ts';
import type { Table } from '../query/tables.ts';
import { cacheTable } from './resourceTables.ts';

/** Larger tables are not checked as a whole: 20,000 rows take half a second. */
const maxRows = 20_000;

/**
 * Checks the stored records that a query reads but does not return. `fields` are those of the query: if one
 * of them has no column, all bodies are checked too.
 * @throws FailureError `damaged` if a record is damaged
 * @throws SqliteError `SQLITE_CORRUPT` if an index does not match the rows
 */
export type TableCheck = (resource: ResourceName, fields: readonly string[] | 'all') => void;

/** Checks each table once: intact pages stay in the system's memory, or were written since. */
export function makeTableCheck(database: Database.Database): TableCheck {
  const sound = new Set<string>();
  const integrity = database.prepare('SELECT integrity_check FROM pragma_integrity_check(?)').pluck();

  const isLarge = (name: string): boolean =>
    database.prepare(`SELECT 1 FROM ${name} LIMIT 1 OFFSET ${maxRows.toString()}`).get() !== undefined;

  function once(name: string, check: () => void): void {
    if (sound.has(name)) return;
    if (!isLarge(name)) check();
    sound.add(name);
  }

  function checkIntegrity(name: string): void {
    const said = integrity.get(name);
    if (said !== 'ok') throw new Database.SqliteError(String(said), 'SQLITE_CORRUPT');
  }

  function checkRows(table: Table): void {
    checkIntegrity(table.resource.name);
    const rows = database.prepare(`SELECT ${table.rowList} FROM ${table.name} r WHERE ${cancelCheck}`).raw();
    for (const row of rows.iterate()) if (isRow(row)) checkRow(table, row);
  }

  function checkBodies(table: Table): void {
    checkIntegrity(`${table.resource.name}_bodies`);
    const bodies = database.prepare(`SELECT content, lower(hex(hash)) FROM ${table.bodies}`).raw();
    for (const row of bodies.iterate()) if (isRow(row)) checkBody(table, row[0] ?? null, row[1]);
    if (isLarge(table.name)) return;
    // A row whose body has another key would be dropped silently.
    const keys = `SELECT key FROM ${table.bodies}`;
    if (
      database.prepare(`SELECT 1 FROM ${table.name} WHERE _body NOT IN (${keys}) LIMIT 1`).get() !== undefined
    )
      throw damaged(table.resource);
  }

  return function check(resource, fields) {
    const table = cacheTable(resources[resource]);
    once(table.name, () => {
      checkRows(table);
    });
    const others = fields === 'all' ? [] : fields.filter((name) => !table.column.has(name));
    const elsewhere = others.flatMap((name) => table.field.get(name)?.via ?? []);
    for (const { resource: other } of elsewhere) {
      const known = resourceNames.find((name) => name === other);
      if (known !== undefined) check(known, []);
    }
    if (fields === 'all' || others.length > elsewhere.length)
      once(table.bodies, () => {
        checkBodies(table);
      });
  };
}
