import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { valueIn } from '../../store/query/records.ts';
import { quote } from '../../store/query/sql.ts';
import {
  bodiesStatement,
  indexStatements,
  makeTable,
  rowsStatement,
  type Table,
} from '../../store/query/tables.ts';
import { makeWriter } from '../../store/query/writer.ts';
import { addAssetFigures, metricValue } from './figures.ts';
import type { DataSize, Histories } from './histories.ts';
import { makePartyRecords } from './partyRecords.ts';
import { assetRecord, nestedToken, tokenRecord, wholeRecord, type SampleRecord } from './records.ts';
import { tokenFigures } from './tokenFigures.ts';
import { makeTransactionWriter } from './transactions.ts';

export const parts = ['assets', 'tokens', 'transactions'] as const;
export type Part = (typeof parts)[number];

export function isPart(text: unknown): text is Part {
  return parts.some((part) => part === text);
}

export function partOf(name: ResourceName): Part {
  return name === 'assets' || name === 'transactions' ? name : 'tokens';
}

/** Other columns are scanned: 0.1 s for 200,000 transactions. */
const transactionIndexes: ReadonlySet<string> = new Set([
  'date',
  'timestamp',
  'token_id',
  'from_address',
  'to_address',
]);

/** Recomputed for the service's own day, see `storedDay`. */
const ofCalendar = /^(weekly|monthly|quarterly|annually)_/;

function withComputed(name: 'assets' | 'tokens'): Table {
  return {
    ...makeTable(resources[name]),
    metricSql: (field, member) => `sample_metric('${name}', r."id", '${field}', '${member}')`,
    columnSql: ({ name: column, field }) =>
      column === 'year_to_date_return_percent' || (field.type === 'metric' && ofCalendar.test(column))
        ? `sample_value('${name}', r."id", '${column}')`
        : null,
  };
}

export const tables: Readonly<Record<ResourceName, Table>> = {
  assets: withComputed('assets'),
  tokens: withComputed('tokens'),
  networks: makeTable(resources.networks),
  platforms: makeTable(resources.platforms),
  issuers: makeTable(resources.issuers),
  managers: makeTable(resources.managers),
  'service-providers': makeTable(resources['service-providers']),
  transactions: { ...makeTable(resources.transactions), chunked: false, indexes: transactionIndexes },
};

export function statementsOf(part: Part): { readonly tables: string[]; readonly indexes: string[] } {
  const own = resourceNames.filter((name) => partOf(name) === part).map((name) => tables[name]);
  return {
    tables: own.flatMap((table) => [
      // Texts of assets and tokens are made on request, see `recordTexts.ts`.
      ...(table.columnSql === undefined ? [bodiesStatement(table)] : []),
      rowsStatement(table, false),
    ]),
    indexes: own.flatMap((table) => [
      `CREATE UNIQUE INDEX ${quote(`${table.resource.name}_unique`)} ON ${table.name} ("id")`,
      ...indexStatements(table),
    ]),
  };
}

/**
 * Creates views of the bodies that the query engine expects. Of assets and tokens they hold ids; of
 * transactions, the file holds the bodies of live ones only.
 */
export const viewStatements: readonly string[] = [
  ...[tables.assets, tables.tokens].map(
    ({ bodies, name }) => `CREATE TEMP VIEW ${bodies} AS SELECT _key AS key, "id" AS content FROM ${name}`,
  ),
  `CREATE TEMP VIEW ${tables.transactions.bodies} AS
   SELECT key, iif(content = '', sample_transaction(key), content) AS content FROM transactions_file.${tables.transactions.bodies}`,
];

export function fillFile(part: Part, database: SqlDatabase, histories: Histories, size: DataSize): void {
  const statements = statementsOf(part);
  for (const sql of statements.tables) database.exec(sql);
  database.exec('BEGIN');
  fillers[part](database, histories, size);
  database.exec('COMMIT');
  for (const sql of statements.indexes) database.exec(sql);
}

type Filler = (database: SqlDatabase, histories: Histories, size: DataSize) => void;

const fillers: Readonly<Record<Part, Filler>> = {
  assets(database, { world, pathOf, historyOf }, { odd }) {
    const write = makeRecordWriter(database, tables.assets);
    for (const asset of world.assets) {
      const path = pathOf(asset);
      const figures = asset.tokens.map((token) => tokenFigures(historyOf(asset, token, path)));
      const nested = asset.tokens.map((token) => nestedToken(asset, token));
      write(assetRecord(asset, path, addAssetFigures(figures, odd), nested));
    }
  },

  tokens(database, { world, pathOf, historyOf, parentOf }, { today }) {
    const write = makeRecordWriter(database, tables.tokens);
    const parties = makePartyRecords(world, today);
    for (const asset of world.assets) {
      const path = pathOf(asset);
      for (const token of asset.tokens) {
        const figures = tokenFigures(historyOf(asset, token, path));
        write(tokenRecord(asset, token, parentOf(token.network), path, figures));
        parties.add(asset, token, figures);
      }
    }
    const ofParties = parties.make();
    for (const name of ['networks', 'platforms', 'issuers', 'managers', 'service-providers'] as const) {
      const records = ofParties[name].map((record) => wholeRecord(resources[name], record));
      makeWriter(database, tables[name]).write(records);
    }
  },

  transactions(database, { world, pathOf, historyOf }, size) {
    const table = tables.transactions;
    const insertBody = database.prepare(
      `INSERT INTO ${table.bodies} (key, hash, uses, content) VALUES (:key, CAST(:key AS BLOB), :uses, '')`,
    );
    const write = makeTransactionWriter(table, size, makeRowWriter(database, table), (key, uses) =>
      insertBody.run({ key, uses }),
    );
    for (const asset of world.assets) {
      if (!asset.assetClass.hasTransactions) continue;
      const path = pathOf(asset);
      for (const token of asset.tokens) write(historyOf(asset, token, path));
    }
  },
};

function makeRowWriter(database: SqlDatabase, table: Table): (row: readonly SqlValue[]) => void {
  const names = ['_body', ...table.columns.map(({ sql }) => sql)];
  const insert = database.prepare(
    `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return (row) => {
    insert.run(row);
  };
}

function makeRecordWriter(database: SqlDatabase, table: Table): (record: SampleRecord) => void {
  const writeRow = makeRowWriter(database, table);
  let written = 0;
  return ({ facts, figures }) => {
    written += 1;
    const values = table.columns.map((column): SqlValue => {
      const { name, field } = column;
      return field.type === 'metric' ? metricValue(figures, name) : valueIn(table, column, facts);
    });
    writeRow([written, ...values]);
  };
}
