import { randomBytes } from 'node:crypto';
import type * as nodeSqlite from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { SqlColumnType, SqlView } from '../../../../preload/contract/sql.ts';
import { readNumber } from '../../../../preload/contract/sentNumber.ts';
import { quote, textLiteral } from '../../../store/query/sql.ts';
import { resourceViews, viewSelect } from '../../../store/records/resourceViews.ts';
import {
  changesSelect,
  changesView,
  packedValuesFunction,
  packedValuesText,
} from '../../../store/history/changesView.ts';
import { labelsView } from '../views.ts';
import type { GuardOptions } from './guard.ts';
import { typesOf, type ViewTypes } from './plainColumns.ts';
import type { SqlStart } from './messages.ts';
import { foldAsFilters } from './textFunctions.ts';

export type Sqlite = typeof nodeSqlite;

/**
 * Opens the cache for one statement, with only the documented views.
 * @param words lowercase words of the statement: only views among them are created
 * @returns the connection, the names that its guard needs, and the column types of the views
 */
export function openViews(
  { DatabaseSync }: Pick<Sqlite, 'DatabaseSync'>,
  { databasePath, labels, limits }: Pick<SqlStart, 'databasePath' | 'labels' | 'limits'>,
  words: ReadonlySet<string>,
): {
  readonly database: nodeSqlite.DatabaseSync;
  readonly names: Omit<GuardOptions, 'constants'>;
  readonly types: ViewTypes;
} {
  // The connection's own database is empty: an unqualified resource name finds only its view.
  const database = new DatabaseSync(':memory:', {
    allowExtension: false,
    defensive: false,
    enableDoubleQuotedStringLiterals: false,
    allowBareNamedParameters: true,
    readBigInts: true,
    returnArrays: true,
    timeout: 5000,
  });
  const secret = randomBytes(16).toString('hex');
  const schema = `cache_${secret}`;
  const { href } = pathToFileURL(databasePath);
  database.exec(`ATTACH ${textLiteral(`${href}?mode=ro`)} AS ${quote(schema)}`);
  // Sorting then counts as memory; on disk it would grow without limit.
  database.exec('PRAGMA temp_store = MEMORY');
  database.exec(`PRAGMA hard_heap_limit = ${Math.round(limits.memoryBytes * heapShare).toString()}`);
  database.exec(`PRAGMA ${quote(schema)}.cache_size = -${cacheKiB.toString()}`);
  database.function('rwa_number', { deterministic: true }, (value) =>
    readNumber(typeof value === 'string' ? value : null),
  );
  foldAsFilters(database);

  const inner = new Map<string, string>();
  const views = new Map<string, ReadonlyMap<string, SqlColumnType>>();
  const addView = ({ name, columns }: Pick<SqlView, 'name' | 'columns'>, select: string): void => {
    const behind = `${name}_${secret}`;
    database.exec(`CREATE TEMP VIEW ${quote(behind)} AS ${select}`);
    database.exec(`CREATE TEMP VIEW ${quote(name)} AS SELECT * FROM ${quote(behind)}`);
    inner.set(behind, name);
    views.set(name, typesOf(columns));
  };
  for (const view of resourceViews(schema, words)) addView(view, viewSelect(view));
  if (words.has(changesView.name)) {
    database.function(packedValuesFunction, { deterministic: true }, packedValuesText);
    addView(changesView, changesSelect(schema));
  }
  if (labels !== null) {
    const held = `held_${secret}`;
    const columns = labelsView.columns.map(({ name }) => quote(name)).join(', ');
    database.exec(`CREATE TEMP TABLE ${quote(held)} (${columns})`);
    const insert = database.prepare(`INSERT INTO ${quote(held)} VALUES (?, ?, ?, ?, ?)`);
    for (const label of labels) insert.run(...label);
    inner.set(held, labelsView.name);
    addView(labelsView, `SELECT ${columns} FROM ${quote(held)}`);
  }
  const barrier = `barred_${secret}`;
  database.exec(`CREATE TEMP TABLE ${quote(barrier)} (hidden)`);
  for (const name of namesOf(
    database,
    `SELECT name FROM ${quote(schema)}.sqlite_schema WHERE type IN ('table', 'view')`,
  )) {
    if (!views.has(name) && !name.startsWith('sqlite_'))
      database.exec(`CREATE TEMP VIEW ${quote(name)} AS SELECT hidden FROM ${quote(barrier)}`);
  }
  const modules = new Set(namesOf(database, 'SELECT lower(name) FROM pragma_module_list'));
  // Last, because it reserves the names of full-text index tables, which the views above use.
  database.enableDefensive(true);
  database.exec('PRAGMA query_only = 1');
  database.limits.length = limits.cellBytes;
  database.limits.attach = 1;
  database.limits.likePatternLength = 10_000;
  database.limits.triggerDepth = 0;
  return { database, names: { schema, inner, barred: new Set([barrier]), modules, views }, types: views };
}

function namesOf(database: nodeSqlite.DatabaseSync, sql: string): string[] {
  return (database.prepare(sql).all() as unknown as readonly unknown[][]).map(([name]) => String(name));
}

/** Share of the process's memory. The rest is for Node and the row being written. */
const heapShare = 0.8;
const cacheKiB = 65_536;
