import { z } from 'zod';
import type { Query } from '../../../preload/contract/query.ts';
import { compileQuery, maxPerPage } from '../query/compile.ts';
import type { SqlDatabase } from '../query/database.ts';
import { cancelCheck } from '../query/functions.ts';
import { orderSql } from '../query/pageKeys.ts';
import { isRow, type Row } from '../query/records.ts';
import { dataVersion, makeBoundedMap, makeStatements } from '../query/statements.ts';
import type { Table } from '../query/tables.ts';
import { isFrom } from './firstDay.ts';
import type { MembersRequest } from './watchTypes.ts';
import { cachedFields } from '../records/resourceTables.ts';

interface MembersPage {
  readonly rows: readonly Row[];
  readonly resultCount: number;
  readonly page: number;
  readonly perPage: number;
  /** The service's last answer, if all transactions of the rules are cached, or null. */
  readonly completeAsOf: number | null;
}

/** Sort orders cached while the data stays the same. One takes 8 MB for a million transactions. */
const maxOrders = 3;

/** Reads a list's transactions by any order and filter. Keys are sorted once for all pages. */
export function makeMemberPages(
  database: SqlDatabase,
  table: Table,
): (request: MembersRequest) => MembersPage {
  const statements = makeStatements(database);
  const orders = makeBoundedMap<Float64Array>(maxOrders);
  let version = '';

  const findList = statements.rows(
    'SELECT number, CASE WHEN synced = filter THEN checked_at END, complete_since FROM watch_lists WHERE id = ?',
  );

  function keysOf(list: number, { filter, sort, computed }: Query): Float64Array {
    const { where, order, parameters } = compileQuery(
      table,
      { ...(filter === undefined ? {} : { filter }), ...(sort === undefined ? {} : { sort }), computed },
      cachedFields(database),
    );
    const by = orderSql(order);
    const keys = statements
      .values(
        `SELECT m.key FROM watch_members m CROSS JOIN ${table.name} r ON r._key = m.key
         WHERE m.list = :list AND ${cancelCheck} AND ${where} ORDER BY ${by}`,
      )
      .all({ ...parameters, list });
    return Float64Array.from(keys, Number);
  }

  return ({ listId, query }) => {
    const now = dataVersion(statements);
    if (now !== version) orders.clear();
    version = now;
    const { page = 1, perPage: requested = table.resource.defaultPerPage } = query.pagination ?? {};
    const perPage = Math.min(requested, maxPerPage);
    const [list = null, checkedAt = null, since = null] = listSchema.parse(findList.get(listId) ?? []);
    const keys =
      list === null
        ? new Float64Array()
        : orders.get(JSON.stringify([list, query.filter, query.sort, query.computed]), () =>
            keysOf(list, query),
          );
    const read = statements.rows(
      `SELECT ${table.selectList} FROM ${table.name} r CROSS JOIN ${table.bodies} b ON b.key = r._body WHERE r._key = ?`,
    );
    const first = (page - 1) * perPage;
    const rows = Array.from(keys.subarray(first, first + perPage), (key) => read.get(key)).filter(isRow);
    const isKnown = since === null || (query.filter !== undefined && isFrom(query.filter, since));
    const completeAsOf = isKnown ? checkedAt : null;
    return { rows, resultCount: keys.length, page, perPage, completeAsOf };
  };
}

const listSchema = z.union([
  z.tuple([]),
  z.tuple([z.number(), z.number().nullable(), z.string().nullable()]),
]);
