import { isRow } from '../query/records.ts';
import type Database from 'better-sqlite3';
import type { SqlValue } from '../query/columns.ts';
import type { CompiledFilter } from '../query/compile.ts';
import type { Column, Table } from '../query/tables.ts';
import { eachValue } from './historyCodec.ts';
import { isFigure } from './historyValues.ts';

export interface WeighedRecord {
  readonly key: number;
  readonly id: SqlValue;
  readonly title: SqlValue;
  /** Sorts by `first`, then by `second`. */
  readonly first: number;
  readonly second: number;
}

/** Orders changes by difference in dollars, or by percent. */
export type Order = 'amount' | 'percent';

interface WeighedColumn extends Column {
  readonly isFigure: boolean;
  readonly isDollars: boolean;
  readonly isPercent: boolean;
}

/**
 * Ranks changes since a day without describing them: thousands of records have tens of changes each, and few
 * are shown.
 * `names` are the fields by their numbers in packed values; `filter` is one over the table `r`.
 */
export function weighRecords(
  database: Database.Database,
  table: Table,
  {
    names,
    filter,
    day,
    order,
  }: {
    names: ReadonlyMap<number, string>;
    filter: CompiledFilter;
    day: number;
    order: Order;
  },
): WeighedRecord[] {
  const { columns, indexOf } = columnsOf(table, names);
  const title = table.column.get(table.resource.titleField)?.sql ?? '"id"';
  const select = ['r."id"', `r.${title}`, ...columns.map(({ sql }) => `r.${sql}`)].join(', ');
  const now = database
    .prepare(`SELECT ${select} FROM ${table.name} r WHERE r._key = :key AND ${filter.where}`)
    .raw();
  const rows = database
    .prepare('SELECT key, before FROM history WHERE resource = ? AND changed_on > ? ORDER BY key, changed_on')
    .raw()
    .all(table.resource.name, day)
    .filter(isPacked);

  // The oldest value since that day is the one of that day: the first row of a record.
  const before: SqlValue[] = columns.map(() => null);
  const seenFor = new Int32Array(columns.length).fill(-1);
  const weighed: WeighedRecord[] = [];
  for (let at = 0; at < rows.length;) {
    const start = at;
    const key = rows[start]?.[0] ?? 0;
    for (; rows[at]?.[0] === key; at += 1) {
      eachValue(rows[at]?.[1] ?? nothing, (field, value) => {
        const index = indexOf[field];
        if (index === undefined || seenFor[index] === start) return;
        seenFor[index] = start;
        before[index] = value;
      });
    }
    const row = now.get({ ...filter.parameters, key });
    if (!isRow(row)) continue;
    const weight = heaviest(columns, order, (index) =>
      seenFor[index] === start ? { before: before[index] ?? null, after: row[2 + index] ?? null } : null,
    );
    if (weight !== null) weighed.push({ key, id: row[0] ?? null, title: row[1] ?? null, ...weight });
  }
  return weighed;
}

function columnsOf(
  table: Table,
  names: ReadonlyMap<number, string>,
): { columns: WeighedColumn[]; indexOf: (number | undefined)[] } {
  const columns: WeighedColumn[] = [];
  const indexOf: (number | undefined)[] = [];
  for (const [number, name] of names) {
    const column = table.column.get(name);
    if (column === undefined) continue;
    indexOf[number] = columns.length;
    const unit = table.field.get(name)?.unit;
    const [isDollars, isPercent] = [unit === 'dollar', unit === 'percent'];
    columns.push({ ...column, isFigure: isFigure(table, name), isDollars, isPercent });
  }
  return { columns, indexOf };
}

function heaviest(
  columns: readonly WeighedColumn[],
  order: Order,
  changeAt: (index: number) => { before: SqlValue; after: SqlValue } | null,
): { first: number; second: number } | null {
  let first = -1;
  let second = -1;
  for (const [index, column] of columns.entries()) {
    const change = changeAt(index);
    if (change === null || change.before === change.after) continue;
    const dollars = dollarsOf(column, change.before, change.after);
    const percent = percentOf(column, change.before, change.after);
    const [one, other] = order === 'amount' ? [dollars, percent] : [percent, dollars];
    if (one < first || (one === first && other <= second)) continue;
    first = one;
    second = other;
  }
  return first < 0 ? null : { first, second };
}

/** Returns the dollars of a change, zero for other units. An added or removed value counts fully. */
function dollarsOf({ isDollars }: WeighedColumn, before: SqlValue, after: SqlValue): number {
  if (!isDollars) return 0;
  if (typeof before === 'number' && typeof after === 'number') return Math.abs(after - before);
  const amount = after ?? before;
  return typeof amount === 'number' ? Math.abs(amount) : 0;
}

function percentOf({ isFigure, isPercent }: WeighedColumn, before: SqlValue, after: SqlValue): number {
  if (!isFigure || isPercent || typeof before !== 'number' || typeof after !== 'number' || before === 0)
    return 0;
  return Math.abs((after - before) / before) * 100;
}

const nothing = Buffer.alloc(0);

function isPacked(row: unknown): row is [number, Buffer] {
  return Array.isArray(row) && Buffer.isBuffer(row[1]);
}
