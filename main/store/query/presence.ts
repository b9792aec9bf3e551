import { isComputedName } from '../../../preload/contract/expressions/columns.ts';
import { anyElement, nestedPath } from '../../../preload/contract/resources/fieldValue.ts';
import { cancelCheck } from './functions.ts';
import { quote } from './sql.ts';
import type { Statements } from './statements.ts';
import type { Table } from './tables.ts';

/**
 * Returns whether a stored record has the field, even empty. Records may come without a field that the
 * service filters by: then no record matches here, which says nothing about the service.
 */
export function isPresent(statements: Statements, table: Table, name: string): boolean {
  // Computed columns are never stored.
  if (isComputedName(name)) return true;
  const base = name.split(':', 1)[0] ?? name;
  const via = table.field.get(base)?.via;
  if (via !== undefined) {
    const exists = `SELECT EXISTS (SELECT 1 FROM ${quote(via.resource)} WHERE ${quote(via.field)} IS NOT NULL)`;
    return statements.values(exists).get() === 1;
  }
  const column = table.column.get(base);
  if (column !== undefined) {
    const exists = `SELECT EXISTS (SELECT 1 FROM ${table.name} r WHERE r.${column.sql} IS NOT NULL)`;
    if (statements.values(exists).get() === 1) return true;
  }
  const own = column === undefined ? name.split(/[.:]/) : [base];
  return [own, nestedPath(table.resource, base)].some(
    (path) => path !== null && hasMember(statements, table, path),
  );
}

/** True if a record has the member at the path, even null. For a list, the list itself counts. */
function hasMember(statements: Statements, table: Table, path: readonly string[]): boolean {
  const end = path.indexOf(anyElement);
  const names = end < 0 ? path : path.slice(0, end);
  const last = names.at(-1);
  if (last === undefined || names.some((name) => !/^[\w-]+$/.test(name))) return false;
  // Searching for the name as text is far faster than parsing every body as JSON.
  const sql = `SELECT EXISTS (SELECT 1 FROM ${table.name} r CROSS JOIN ${table.bodies} b ON b.key = r._body
    WHERE ${cancelCheck} AND instr(b.content, :member) > 0 AND json_type(b.content, :path) IS NOT NULL)`;
  const found = statements
    .values(sql)
    .get({ member: `"${last}":`, path: `$${names.map((name) => `."${name}"`).join('')}` });
  return found === 1;
}
