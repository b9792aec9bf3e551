import type { SqlDatabase } from './database.ts';
import type { Table } from './tables.ts';

/**
 * The order of ids as a number. Every sort ends in `id ascending`, and an id of a transaction is a text of 80 characters: to
 * keep it in each index would double the database. So each row has `_order`, a number that grows with the id. New ids get
 * numbers between those of their neighbours; where no number is left, the neighbourhood is renumbered.
 */
export interface OrderKeeper {
  /** The `_order` of each new id, for ids that are distinct, not in the table, and sorted as `compareIds` does. */
  place(ids: readonly (string | number)[]): number[];
}

/** The distance from the last row to the next: 8 million rows fit in the numbers that JavaScript has exactly. */
const step = 2 ** 30;
const largest = Number.MAX_SAFE_INTEGER;

/** Rows on each side that are renumbered at first; doubled until the numbers lie at least `sparse` apart. */
const neighbourhood = 64;
const sparse = 16;

interface Neighbour {
  readonly id: string | number;
  readonly order: number;
}

/** @param moved called for each row that gets another number */
export function makeOrderKeeper(
  database: SqlDatabase,
  table: Table,
  moved: (key: number, order: number) => void,
): OrderKeeper {
  const before = database.prepare(
    `SELECT "id" AS id, _order AS "order" FROM ${table.name} WHERE "id" < ? ORDER BY "id" DESC LIMIT 1`,
  );
  const from = database.prepare(
    `SELECT "id" AS id, _order AS "order" FROM ${table.name} WHERE "id" >= ? ORDER BY "id" LIMIT 1`,
  );
  const keysBefore = database
    .prepare(`SELECT _key FROM ${table.name} WHERE "id" < ? ORDER BY "id" DESC LIMIT ?`)
    .pluck();
  const keysFrom = database
    .prepare(`SELECT _key FROM ${table.name} WHERE "id" >= ? ORDER BY "id" LIMIT ?`)
    .pluck();
  const orderOf = database.prepare(`SELECT _order FROM ${table.name} WHERE _key = ?`).pluck();
  const renumber = database.prepare(`UPDATE ${table.name} SET _order = ? WHERE _key = ?`);

  function neighbour(statement: typeof before, id: string | number): Neighbour | null {
    const row = statement.get(id);
    return isNeighbour(row) ? row : null;
  }

  function place(ids: readonly (string | number)[]): number[] {
    const orders: number[] = [];
    while (orders.length < ids.length) {
      const first = ids[orders.length] ?? 0;
      const after = neighbour(from, first);
      const rest = ids.slice(orders.length);
      const group = after === null ? rest : rest.slice(0, leadingBefore(rest, after.id));
      const spread =
        spreadBetween(neighbour(before, first)?.order ?? null, after?.order ?? null, group.length) ??
        spreadOut(first, group.length);
      orders.push(...spread);
    }
    return orders;
  }

  /** Renumbers the neighbourhood of an id evenly, and returns the numbers left free for `count` rows from there. */
  function spreadOut(id: string | number, count: number): number[] {
    for (let width = neighbourhood; ; width *= 2) {
      const lower = keysBefore
        .all(id, width + 1)
        .map(Number)
        .reverse();
      const upper = keysFrom.all(id, width + 1).map(Number);
      const low = lower.length > width ? Number(orderOf.get(lower.shift())) : null;
      const high = upper.length > width ? Number(orderOf.get(upper.pop())) : null;
      const needed = lower.length + count + upper.length;
      const isSparse = low === null || high === null || high - low > needed * sparse;
      const orders = isSparse ? spreadBetween(low, high, needed) : null;
      if (orders === null) continue;
      const move = (key: number, order = 0): void => {
        renumber.run(order, key);
        moved(key, order);
      };
      lower.forEach((key, index) => {
        move(key, orders[index]);
      });
      upper.forEach((key, index) => {
        move(key, orders[lower.length + count + index]);
      });
      return orders.slice(lower.length, lower.length + count);
    }
  }

  return { place };
}

/** `count` numbers between two, as far apart as they can be; null where too few are left. */
export function spreadBetween(low: number | null, high: number | null, count: number): number[] | null {
  const start = low ?? (high === null ? 0 : Math.max(high - step * (count + 1), -largest));
  const end = high ?? Math.min(start + step * (count + 1), largest);
  const gap = Math.floor((end - start) / (count + 1));
  return gap < 1 ? null : Array.from({ length: count }, (_, index) => start + gap * (index + 1));
}

/** The order of ids: numbers by size, then texts by code point, as SQLite sorts them. */
export function compareIds(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : compareTexts(a, b);
}

/** By code point: UTF-16 units would put what lies beyond U+FFFF before U+E000. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rankOfUnit(a.charCodeAt(index)) - rankOfUnit(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function leadingBefore(ids: readonly (string | number)[], limit: string | number): number {
  const index = ids.findIndex((id) => compareIds(id, limit) >= 0);
  return index < 0 ? ids.length : index;
}

function isNeighbour(row: unknown): row is Neighbour {
  return typeof row === 'object' && row !== null && 'id' in row && 'order' in row;
}
