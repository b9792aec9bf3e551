import { canonicalJson } from '../../../preload/contract/json.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlDatabase } from '../query/database.ts';
import { compileWhere } from '../query/compile.ts';
import { compileMatch, type Predicate, type Values } from '../query/match.ts';
import { makeStatements } from '../query/statements.ts';
import type { Table } from '../query/tables.ts';
import type { WatchRules } from './watchTypes.ts';
import { cachedFields } from '../records/resourceTables.ts';

export interface StoredRow {
  readonly key: number;
  readonly values: Values;
}

/** A transaction of an answer, as stored. */
export interface ArrivedRow extends StoredRow {
  readonly record: ResourceRecord;
  /** Milliseconds since 1970 UTC; 0 if unknown. */
  readonly time: number;
}

export type WatchMatcher = ReturnType<typeof makeWatchMatcher>;

/**
 * Assigns transactions to lists. Tests most filters as functions, and filters of wallets by one look-up of
 * each address. Conditions on a record's body run in the database, so every filter has the same meaning as in
 * a grid.
 */
export function makeWatchMatcher(database: SqlDatabase, table: Table, lists: readonly WatchRules[]) {
  const statements = makeStatements(database);
  const parties = ['from_address', 'to_address'].map((field) => ({
    field,
    index: table.column.get(field)?.index ?? -1,
    lists: new Map<unknown, number[]>(),
  }));
  const compiled = lists.map(({ on, base, wallets }, index) => {
    if (!on) return { index, predicate: never, byWallet: false };
    const predicate = compileMatch(table, base);
    for (const { field, value } of predicate === null ? [] : wallets)
      for (const address of Array.isArray(value) ? value : [value])
        add(parties.find((party) => party.field === field)?.lists, address, index);
    return predicate === null
      ? { index, byWallet: false, predicate: null }
      : { index, predicate, byWallet: wallets.length > 0 };
  });
  const plain = compiled.filter(isPlain).filter(({ byWallet }) => !byWallet);
  const undecided = compiled.filter(({ predicate }) => predicate === null);
  const tests = new Map<string, Predicate | null>();

  function ask(filter: Filter | undefined, rows: readonly StoredRow[]): Set<number> {
    const { where, parameters } = compileWhere(table, filter, cachedFields(database));
    const keys = statements
      .values(
        `SELECT r._key FROM json_each(:keys) k CROSS JOIN ${table.name} r ON r._key = k.value WHERE ${where}`,
      )
      .all({ ...parameters, keys: JSON.stringify(rows.map(({ key }) => key)) });
    return new Set(keys.map(Number));
  }

  return {
    /** Returns the indexes in `lists` for each row. */
    match(rows: readonly StoredRow[]): readonly (readonly number[])[] {
      const found = rows.map(({ values }) => {
        const indexes: number[] = [];
        for (const { index, predicate } of plain) if (predicate(values)) indexes.push(index);
        const candidates = parties.flatMap((party) => party.lists.get(values[party.index]) ?? []);
        for (const index of candidates.length > 1 ? new Set(candidates) : candidates)
          if (compiled[index]?.predicate?.(values) === true) indexes.push(index);
        return indexes;
      });
      for (const { index: list } of undecided) {
        const keys = ask(lists[list]?.filter, rows);
        rows.forEach(({ key }, index) => {
          if (keys.has(key)) found[index]?.push(list);
        });
      }
      return found;
    },
    test(filter: Filter | undefined, rows: readonly StoredRow[]) {
      const name = canonicalJson(filter ?? null);
      const known = tests.get(name);
      const predicate = known === undefined ? compileMatch(table, filter) : known;
      tests.set(name, predicate);
      if (predicate !== null) return rows.map(({ values }) => predicate(values));
      const keys = ask(filter, rows);
      return rows.map(({ key }) => keys.has(key));
    },
  };
}

const never: Predicate = () => false;

function isPlain<Part extends { predicate: Predicate | null }>(
  part: Part,
): part is Part & { predicate: Predicate } {
  return part.predicate !== null;
}

function add(lists: Map<unknown, number[]> | undefined, address: unknown, index: number): void {
  const indexes = lists?.get(address);
  if (indexes === undefined) lists?.set(address, [index]);
  else if (indexes.at(-1) !== index) indexes.push(index);
}
