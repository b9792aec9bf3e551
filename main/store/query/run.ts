import type { Query } from '../../../preload/contract/query.ts';
import type { PageCounts } from '../../../preload/contract/records.ts';
import { compileQuery, type CompiledQuery, type CompileOptions } from './compile.ts';
import { makeChunkPages, type ChunkPages } from './chunks/chunkPages.ts';
import { damaged } from './damage.ts';
import type { SqlDatabase } from './database.ts';
import { findPageKeys } from './pageKeys.ts';
import { isPresent } from './presence.ts';
import { isRow, type Row } from './records.ts';
import { dataVersion, makeBoundedMap, makeStatements } from './statements.ts';
import type { Table } from './tables.ts';

interface PageOfRows {
  readonly rows: readonly Row[];
  /** `page` may lie past the end; then there are no rows. */
  readonly pagination: PageCounts;
}

export type QueryRunner = ReturnType<typeof makeQueryRunner>;

const cachedCounts = 1000;
/** Number of cached orders, 8 MB for a million rows each. */
const cachedOrders = 4;

export function makeQueryRunner(database: SqlDatabase, given?: ChunkPages) {
  const statements = makeStatements(database);
  const chunks = given ?? makeChunkPages(statements);
  const counts = makeBoundedMap<number>(cachedCounts);
  const orders = makeBoundedMap<Float64Array>(cachedOrders);
  const present = makeBoundedMap<boolean>(cachedCounts);
  let knownVersion = '';

  function forgetOld(): void {
    const version = dataVersion(statements);
    if (version === knownVersion) return;
    counts.clear();
    orders.clear();
    present.clear();
    knownVersion = version;
  }

  function count({ countSql, parameters }: Pick<CompiledQuery, 'countSql' | 'parameters'>): number {
    forgetOld();
    return counts.get(JSON.stringify([countSql, parameters]), () =>
      Number(statements.values(countSql).get(parameters)),
    );
  }

  function countMatches(table: Table, query: Query, options: CompileOptions): number {
    return chunks.matches(table, query, options)?.count ?? count(compileQuery(table, query, options));
  }

  return {
    countMatches,
    countRecords: (table: Table) => countMatches(table, {}, { openFields: true }),
    missingFields(table: Table, names: readonly string[]) {
      forgetOld();
      return [...new Set(names)].filter(
        (name) => !present.get(`${table.name} ${name}`, () => isPresent(statements, table, name)),
      );
    },
    /** Runs several statements: call it inside a transaction if another connection may write. */
    readPage(table: Table, query: Query, options: CompileOptions): PageOfRows {
      forgetOld();
      const compiled = compileQuery(table, query, options);
      const { page, perPage } = compiled;
      const resultCount = chunks.matches(table, query, options)?.count ?? count(compiled);
      const offset = (page - 1) * perPage;
      const pagination = { page, perPage, pageCount: Math.ceil(resultCount / perPage), resultCount };
      if (offset >= resultCount) return { rows: [], pagination };
      const keys =
        chunks.keys(table, query, compiled.order, options, { offset, limit: perPage }) ??
        findPageKeys(statements, orders, table, compiled, resultCount, offset);
      const read = statements.rows(
        `SELECT ${table.selectList} FROM ${table.name} r CROSS JOIN ${table.bodies} b ON b.key = r._body WHERE r._key = ?`,
      );
      const rows = keys.map((key) => read.get(key)).filter(isRow);
      if (rows.length < keys.length) throw damaged(table.resource);
      return { rows, pagination };
    },
  };
}
