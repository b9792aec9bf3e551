import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { chunkRows } from '../../store/query/chunks/chunkCodec.ts';
import { chunkStatement } from '../../store/query/chunks/chunkTable.ts';
import { makeChunkWriter } from '../../store/query/chunks/chunkWriter.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { compareIds } from '../../store/query/order.ts';
import { idOf, isRow, valueIn } from '../../store/query/records.ts';
import { quote } from '../../store/query/sql.ts';
import {
  bodiesStatement,
  indexStatements,
  makeTable,
  rowsStatement,
  type Table,
} from '../../store/query/tables.ts';
import { makeTransactionIds } from './addresses.ts';
import { addAssetFigures, metricValue } from './figures.ts';
import type { DataSize, Histories } from './histories.ts';
import { makePartyRecords } from './partyRecords.ts';
import { assetRecord, nestedToken, recordText, tokenRecord, type SampleRecord } from './records.ts';
import { pack } from './recordTexts.ts';
import { tokenFigures } from './tokenFigures.ts';
import { makeTransactionWriter } from './transactions.ts';

/**
 * The files of sample data: their tables, and what fills them. Each is made from the seed alone. They come in the order in which a reader
 * needs them.
 */
export const parts = ['assets', 'tokens', 'transactions'] as const;
export type Part = (typeof parts)[number];

export function isPart(text: unknown): text is Part {
  return parts.some((part) => part === text);
}

/** The file that has the records of a resource: networks and firms are beside the tokens that they add up. */
export function partOf(name: ResourceName): Part {
  return name === 'assets' || name === 'transactions' ? name : 'tokens';
}

/** The tables of the records, one for each resource. */
type SampleTables = Readonly<Record<ResourceName, Table>>;

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

/** @param count how many transactions there are */
export function makeSampleTables(count: number): SampleTables {
  const transactions = makeTable(resources.transactions);
  return {
    assets: withComputed('assets'),
    tokens: withComputed('tokens'),
    networks: makeTable(resources.networks),
    platforms: makeTable(resources.platforms),
    issuers: makeTable(resources.issuers),
    managers: makeTable(resources.managers),
    'service-providers': makeTable(resources['service-providers']),
    transactions:
      count > fewTransactions
        ? transactions
        : { ...transactions, chunked: false, indexes: transactionIndexes },
  };
}

/** A table of which some values are made when they are requested, see `recordTexts.ts`. */
function withComputed(name: 'assets' | 'tokens'): Table {
  return {
    ...makeTable(resources[name]),
    metricSql: (field, member) => `sample_metric('${name}', r."id", '${field}', '${member}')`,
    columnSql: ({ name: column, field }) => {
      if (column === 'year_to_date_return_percent') return `sample_return('${name}', r."id")`;
      return field.type === 'metric' && ofCalendar.test(column)
        ? `sample_value('${name}', r."id", '${column}')`
        : null;
    },
  };
}

/** The statements that make the tables of a part, and those that index them once they are filled. */
export function statementsOf(
  part: Part,
  all: SampleTables,
): { readonly tables: readonly string[]; readonly indexes: readonly string[] } {
  const names = resourceNames.filter((name) => partOf(name) === part);
  return {
    tables: names.flatMap((name) => [
      ...textStatements(name, all[name]),
      rowsStatement(all[name], false),
      ...(all[name].chunked ? [chunkStatement(all[name])] : []),
    ]),
    indexes: names.flatMap((name) => [
      `CREATE UNIQUE INDEX ${quote(`${name}_unique`)} ON ${all[name].name} ("id")`,
      ...indexStatements(all[name]),
    ]),
  };
}

/** The table with the packed texts of a resource's records. */
function packedTexts(name: ResourceName): string {
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
    const sql =
      name === 'assets' || name === 'tokens'
        ? `SELECT _key AS key, sample_text('${name}', "id") AS content FROM ${rows}`
        : name === 'transactions'
          ? `SELECT key, iif(content = '', sample_transaction(key), content) AS content FROM transactions_file.${bodies}`
          : `SELECT key, sample_unpacked(packed) AS content FROM ${packedTexts(name)}`;
    return `CREATE TEMP VIEW ${bodies} AS ${sql}`;
  });
}

/** Fills an empty database with one part of the data. */
export function fillFile(part: Part, database: SqlDatabase, histories: Histories, size: DataSize): void {
  const all = makeSampleTables(size.transactions);
  const { tables, indexes } = statementsOf(part, all);
  for (const sql of tables) database.exec(sql);
  database.exec('BEGIN');
  fillers[part](database, all, histories, size);
  database.exec('COMMIT');
  for (const sql of indexes) database.exec(sql);
}

type Filler = (database: SqlDatabase, tables: SampleTables, histories: Histories, size: DataSize) => void;

/** Every figure of a record follows from the transactions of its tokens and the prices of its assets. */
const fillers: Readonly<Record<Part, Filler>> = {
  assets(database, tables, { world, pathOf, historyOf }, { odd }) {
    const write = makeRecordWriter(database, tables.assets);
    for (const asset of world.assets) {
      const path = pathOf(asset);
      const figures = asset.tokens.map((token) => tokenFigures(historyOf(asset, token, path)));
      const nested = asset.tokens.map((token) => nestedToken(asset, token));
      write(assetRecord(asset, path, addAssetFigures(figures, odd), nested));
    }
  },

  tokens(database, tables, { world, pathOf, historyOf, parentOf }, { today }) {
    const writeToken = makeRecordWriter(database, tables.tokens);
    const parties = makePartyRecords(world, today);
    for (const asset of world.assets) {
      const path = pathOf(asset);
      for (const token of asset.tokens) {
        const figures = tokenFigures(historyOf(asset, token, path));
        writeToken(tokenRecord(asset, token, parentOf(token.network), path, figures));
        parties.add(asset, token, figures);
      }
    }
    const ofParties = parties.make();
    for (const name of ['networks', 'platforms', 'issuers', 'managers', 'service-providers'] as const) {
      const write = makeRecordWriter(database, tables[name]);
      const insertText = database.prepare(`INSERT INTO ${packedTexts(name)} VALUES (?, ?)`);
      for (const record of ofParties[name].toSorted((a, b) => compareIds(idOf(a.facts), idOf(b.facts)))) {
        insertText.run(write(record), pack(recordText(resources[name], record)));
      }
    }
  },

  transactions(database, { transactions: table }, { world, pathOf, movesOf }, size) {
    const ids = makeTransactionIds(size.seed, Math.max(1, size.transactions));
    const insertBody = database.prepare(
      `INSERT INTO ${table.bodies} (key, hash, uses, content) VALUES (:key, CAST(:key AS BLOB), :uses, '')`,
    );
    const sink = {
      writeRow: makeRowWriter(database, table),
      writeBody: (key: number, uses: number) => insertBody.run({ key, uses }),
    };
    const write = makeTransactionWriter(table, sink, size, ids);
    for (const asset of world.assets) {
      if (!asset.assetClass.hasTransactions) continue;
      const path = pathOf(asset);
      for (const token of asset.tokens) write(movesOf(asset, token, path));
    }
    if (table.chunked) fillChunks(database, table);
  },
};

/**
 * Writes rows `[body's key, ...values of table.columns]` into a table that is still empty, in less time than the store's writer takes,
 * which has to look for what is there already.
 */
function makeRowWriter(database: SqlDatabase, table: Table): (row: readonly SqlValue[]) => void {
  const names = ['_body', ...table.columns.map(({ sql }) => sql)];
  const insert = database.prepare(
    `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return (row) => {
    insert.run(row);
  };
}

/** Writes records with ids that none before has; returns the key of each, which is that of its body too. */
function makeRecordWriter(database: SqlDatabase, table: Table): (record: SampleRecord) => number {
  const writeRow = makeRowWriter(database, table);
  let written = 0;
  return ({ facts, figures }) => {
    written += 1;
    const values = table.columns.map((column): SqlValue => {
      const { name, field } = column;
      if (field.type !== 'metric') return valueIn(table, column, facts);
      return figures.layout.indexes.has(name) ? metricValue(figures, name) : null;
    });
    writeRow([written, ...values]);
    return written;
  };
}

/** Writes the chunks of a table once its rows are there. */
function fillChunks(database: SqlDatabase, table: Table): void {
  const writer = makeChunkWriter(database, table);
  const names = table.columns.map(({ sql }) => sql);
  const read = database
    .prepare(`SELECT _key, ${names.join(', ')} FROM ${table.name} WHERE _key >= ? AND _key < ?`)
    .raw();
  const last = Number(database.prepare(`SELECT max(_key) FROM ${table.name}`).pluck().get());
  for (let start = 0; start <= last; start += chunkRows) {
    for (const row of read.all(start, start + chunkRows).filter(isRow)) {
      writer.put(Number(row[0]), row.slice(1));
    }
    writer.flush();
  }
}
