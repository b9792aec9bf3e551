import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { makeWriter } from '../../store/query/writer.ts';
import { assetRecord } from './assetRecords.ts';
import { addFigures, makeFigures } from './figures.ts';
import { makeHistories, type DataSize } from './histories.ts';
import { partyRecords } from './partyRecords.ts';
import { makeCatalogueTables, makeTransactionsTable, statementsOf, type Part } from './schema.ts';
import { makeSeriesWriter } from './seriesWriter.ts';
import { tokenFigures } from './tokenFigures.ts';
import { nestedToken, tokenRecord } from './tokenRecords.ts';
import { makeTotals } from './totals.ts';
import { makeTransactionIds } from './transactionIds.ts';
import { makeTransactionWriter } from './transactionWriter.ts';

/** How far generation has come, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** Fills an empty database with one part of the data. */
export function generate(part: Part, database: SqlDatabase, size: DataSize, onProgress: OnProgress): void {
  const { tables, indexes } = statementsOf(part);
  for (const sql of tables) database.exec(sql);
  database.exec('BEGIN');
  if (part === 'catalogue') generateCatalogue(database, size, onProgress);
  else generateTransactions(database, size);
  database.exec('COMMIT');
  for (const sql of indexes) database.exec(sql);
}

/** Assets written in one go. */
const batch = 50;

/**
 * Everything but the transactions. Every figure of a record follows from the transactions of its tokens and the prices of its
 * assets.
 */
function generateCatalogue(database: SqlDatabase, size: DataSize, onProgress: OnProgress): void {
  const { world, pathOf, historyOf } = makeHistories(size);
  const tables = makeCatalogueTables();
  const networkById = new Map(world.networks.map((network) => [network.id, network]));
  const totals = makeTotals(world);
  const series = makeSeriesWriter(database);
  const assetWriter = makeWriter(database, tables.assets);
  const tokenWriter = makeWriter(database, tables.tokens);
  let pending: { assets: ResourceRecord[]; tokens: ResourceRecord[] } = { assets: [], tokens: [] };
  const flush = (): void => {
    assetWriter.write(pending.assets);
    tokenWriter.write(pending.tokens);
    pending = { assets: [], tokens: [] };
  };

  for (const asset of world.assets) {
    const path = pathOf(asset);
    const figures = makeFigures();
    const nested: Json[] = [];
    series.writeAsset(asset, path);
    for (const token of asset.tokens) {
      const history = historyOf(asset, token, path);
      const parent = networkById.get(token.network.parentId ?? NaN) ?? null;
      const subject = { asset, token, parent, path, figures: tokenFigures(history) };
      addFigures(figures, subject.figures);
      totals.add(asset, token, subject.figures);
      const record = tokenRecord(subject);
      pending.tokens.push(record);
      nested.push(nestedToken(subject, record));
      series.writeToken(history);
    }
    pending.assets.push(assetRecord(asset, path, figures, nested));
    if (pending.assets.length >= batch) {
      flush();
      onProgress(asset.id / world.assets.length);
    }
  }
  flush();
  for (const { name, records } of partyRecords(world, totals))
    makeWriter(database, tables[name]).write(records);
}

function generateTransactions(database: SqlDatabase, size: DataSize): void {
  const { world, pathOf, movesOf } = makeHistories(size);
  const transactions = makeTransactionsTable();
  const ids = makeTransactionIds(size.seed, Math.max(1, size.transactions), world.networks);
  const writer = makeTransactionWriter(database, transactions, size.seed, ids);
  for (const asset of world.assets) {
    if (!asset.assetClass.hasTransactions) continue;
    const path = pathOf(asset);
    for (const token of asset.tokens) writer.write(movesOf(asset, token, path));
  }
}
