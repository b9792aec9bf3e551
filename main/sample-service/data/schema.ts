import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { chunkStatement } from '../../store/query/chunks/chunkTable.ts';
import { quote } from '../../store/query/sql.ts';
import {
  bodiesStatement,
  indexStatements,
  makeTable,
  rowsStatement,
  type Table,
} from '../../store/query/tables.ts';

/**
 * The files of sample data. Each is made from the seed alone, so they can be made on several threads; they come in the order
 * in which a reader needs them.
 */
export const parts = ['assets', 'tokens', 'transactions'] as const;
export type Part = (typeof parts)[number];

/** The file that has the records of a resource. */
export const partOf: Readonly<Record<ResourceName, Part>> = {
  assets: 'assets',
  tokens: 'tokens',
  networks: 'tokens',
  platforms: 'tokens',
  issuers: 'tokens',
  managers: 'tokens',
  'service-providers': 'tokens',
  transactions: 'transactions',
};

/** The files without which the metadata of a resource are not answered: the options of most fields are networks and firms. */
export function partsOfMetadata(name: ResourceName): readonly Part[] {
  return ['assets', partOf.networks, partOf[name]];
}

/** The file that has what aggregates are made from. */
export const partOfAggregates: Part = 'tokens';

/** The tables of the records, one for each resource. */
export type SampleTables = Readonly<Record<ResourceName, Table>>;

/** Every other question about few transactions is answered by a scan. */
const transactionIndexes: ReadonlySet<string> = new Set([
  'date',
  'timestamp',
  'token_id',
  'from_address',
  'to_address',
]);

/** Metrics that follow from the calendar, not from the days before the newest one: see `storedDay`. */
const ofCalendar = /^(weekly|monthly|quarterly|annually)_/;

/** A scan of so many transactions takes a tenth of a second; the columns of more are stored in chunks. */
const fewTransactions = 250_000;

/** @param transactions how many there are */
export function makeSampleTables(transactions: number): SampleTables {
  const table = (name: ResourceName): Table => {
    const made = makeTable(resources[name]);
    if (name === 'transactions')
      return transactions > fewTransactions ? made : { ...made, chunked: false, indexes: transactionIndexes };
    if (name !== 'assets' && name !== 'tokens') return made;
    return {
      ...made,
      metricSql: (field, member) => `sample_metric('${name}', r."id", '${field}', '${member}')`,
      columnSql: ({ name: column, field }) => {
        if (column === 'year_to_date_return_percent') return `sample_return('${name}', r."id")`;
        return field.type === 'metric' && ofCalendar.test(column)
          ? `sample_value('${name}', r."id", '${column}')`
          : null;
      },
    };
  };
  return {
    assets: table('assets'),
    tokens: table('tokens'),
    networks: table('networks'),
    platforms: table('platforms'),
    issuers: table('issuers'),
    managers: table('managers'),
    'service-providers': table('service-providers'),
    transactions: table('transactions'),
  };
}

/** The statements that make the tables of a part, and those that index them once they are filled. */
export function statementsOf(
  part: Part,
  transactions: number,
): {
  readonly tables: readonly string[];
  readonly indexes: readonly string[];
} {
  const all = makeSampleTables(transactions);
  const names = resourceNames.filter((name) => partOf[name] === part);
  return {
    tables: [
      ...names.flatMap((name) => [
        ...textStatements(name, all[name]),
        rowsStatement(all[name], false),
        ...(all[name].chunked ? [chunkStatement(all[name])] : []),
      ]),
      ...(part === partOfAggregates ? seriesStatements : []),
    ],
    indexes: names.flatMap((name) => [
      `CREATE UNIQUE INDEX ${quote(`${name}_unique`)} ON ${all[name].name} ("id")`,
      ...indexStatements(all[name]),
    ]),
  };
}

/** The table with the packed texts of a resource's records. */
export function packedTexts(name: ResourceName): string {
  return quote(`${name}_texts`);
}

/** What a file holds of the texts of records: nothing where they are made when they are requested, see `recordTexts.ts`. */
function textStatements(name: ResourceName, table: Table): readonly string[] {
  if (name === 'assets' || name === 'tokens') return [];
  if (name === 'transactions') return [bodiesStatement(table)];
  return [`CREATE TABLE ${packedTexts(name)} (key INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT`];
}

/**
 * Statements that make the bodies that the query engine expects as views over what the files hold. Of transactions those that arrived
 * live have their body in the file, all others an empty text.
 */
export function viewStatements(tables: SampleTables): readonly string[] {
  return resourceNames.map((name) => {
    const { name: rows, bodies } = tables[name];
    const view = (sql: string): string => `CREATE TEMP VIEW ${bodies} AS ${sql}`;
    if (name === 'assets' || name === 'tokens') {
      return view(`SELECT _key AS key, sample_text('${name}', "id") AS content FROM ${rows}`);
    }
    if (name === 'transactions') {
      return view(
        `SELECT key, iif(content = '', sample_transaction(key), content) AS content FROM transactions_file.${bodies}`,
      );
    }
    return view(`SELECT key, sample_unpacked(packed) AS content FROM ${packedTexts(name)}`);
  });
}

/**
 * What aggregates and timeseries are made from. Bytes are written and read by `series.ts`.
 *
 * `measures` says how a measure comes from the series of a token (`steps`) and the prices of its asset (`prices`), and over
 * what days its flows are summed (`form`). Of loans `lent_part` is lent out; what an asset yields is worked out when it is asked
 * (`series_yield`), which takes less than to keep it. `aggregates` is every token with every measure, as filters of aggregates see it.
 */
const seriesStatements: readonly string[] = [
  `CREATE TABLE measures (
    measure_id INTEGER PRIMARY KEY,
    measure_slug TEXT NOT NULL,
    measure_name TEXT NOT NULL,
    measure_unit TEXT NOT NULL,
    steps TEXT,
    prices TEXT,
    form TEXT NOT NULL,
    lag INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE members (
    token_id INTEGER PRIMARY KEY,
    first_day INTEGER NOT NULL,
    token_name TEXT NOT NULL,
    asset_id INTEGER NOT NULL,
    asset_name TEXT NOT NULL,
    is_investable INTEGER,
    asset_class_id INTEGER NOT NULL,
    asset_class_name TEXT NOT NULL,
    asset_class_slug TEXT NOT NULL,
    asset_class_color TEXT NOT NULL,
    network_id INTEGER NOT NULL,
    network_name TEXT NOT NULL,
    network_slug TEXT NOT NULL,
    network_color TEXT NOT NULL,
    protocol_id INTEGER,
    protocol_name TEXT,
    protocol_slug TEXT,
    protocol_color TEXT,
    issuer_id INTEGER NOT NULL,
    issuer_name TEXT NOT NULL,
    issuer_color TEXT NOT NULL
  ) STRICT`,
  'CREATE VIEW aggregates AS SELECT * FROM measures CROSS JOIN members',
  `CREATE TABLE token_series (
    token_id INTEGER PRIMARY KEY,
    supply BLOB NOT NULL,
    circulating BLOB NOT NULL,
    holders BLOB NOT NULL,
    transfers BLOB NOT NULL,
    mints BLOB NOT NULL,
    burns BLOB NOT NULL,
    transactions BLOB NOT NULL,
    transfer_counts BLOB NOT NULL,
    active BLOB NOT NULL
  ) STRICT`,
  `CREATE TABLE asset_series (
    asset_id INTEGER PRIMARY KEY,
    first_day INTEGER NOT NULL,
    has_value INTEGER NOT NULL,
    has_price INTEGER NOT NULL,
    has_yield INTEGER NOT NULL,
    lent_part REAL
  ) STRICT`,
];
