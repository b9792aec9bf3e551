import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { indexStatements, makeTable, tableStatements, type Table } from '../../store/query/tables.ts';

/**
 * The files of sample data. Each is made from the seed alone, so they can be made on several threads; they come in the order
 * in which a reader needs them.
 */
export const parts = ['catalogue', 'tokens', 'transactions'] as const;
export type Part = (typeof parts)[number];

/** The files without which a resource is not answered: an asset is sent with the records of its tokens. */
export function partsFor(name: ResourceName): readonly Part[] {
  return name === 'assets' ? [partOf.assets, partOf.tokens] : [partOf[name]];
}

/** The file that has the records of a resource. */
export const partOf: Readonly<Record<ResourceName, Part>> = {
  assets: 'catalogue',
  tokens: 'tokens',
  networks: 'catalogue',
  platforms: 'catalogue',
  issuers: 'catalogue',
  managers: 'catalogue',
  'service-providers': 'catalogue',
  transactions: 'transactions',
};

/** The file that has what aggregates are made from. */
export const partOfAggregates: Part = 'tokens';

/** The tables of the records, one for each resource. */
export type SampleTables = Readonly<Record<ResourceName, Table>>;

export function makeSampleTables(): SampleTables {
  const table = (name: ResourceName): Table => makeTable(resources[name]);
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
export function statementsOf(part: Part): {
  readonly tables: readonly string[];
  readonly indexes: readonly string[];
} {
  const tables = resourceNames
    .filter((name) => partOf[name] === part)
    .map((name) => makeTable(resources[name]));
  return {
    tables: [...tables.flatMap(tableStatements), ...(part === partOfAggregates ? seriesStatements : [])],
    indexes: tables.flatMap(indexStatements),
  };
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
    active BLOB NOT NULL,
    month_active BLOB NOT NULL
  ) STRICT`,
  `CREATE TABLE asset_series (
    asset_id INTEGER PRIMARY KEY,
    first_day INTEGER NOT NULL,
    value BLOB,
    price BLOB,
    lent_part REAL,
    has_yield INTEGER NOT NULL
  ) STRICT`,
];
