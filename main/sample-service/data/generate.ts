import { resources } from '../../../preload/contract/resources.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { compareIds } from '../../store/query/order.ts';
import { idOf } from '../../store/query/records.ts';
import { recordText } from './assemble.ts';
import { assetRecord } from './assetRecords.ts';
import { addAssetFigures } from './figures.ts';
import { fillChunks } from './fillChunks.ts';
import type { DataSize, Histories } from './histories.ts';
import { partyRecords } from './partyRecords.ts';
import { pack } from './recordTexts.ts';
import { makeRowWriter } from './rowWriter.ts';
import { makeSampleTables, packedTexts, statementsOf, type Part } from './schema.ts';
import { makeSeriesWriter } from './seriesWriter.ts';
import { tokenFigures } from './tokenFigures.ts';
import { nestedToken, tokenRecord } from './tokenRecords.ts';
import { makeTotals } from './totals.ts';
import { makeTransactionIds } from './transactionIds.ts';
import { makeTransactionWriter } from './transactionWriter.ts';

/** How far generation has come, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** Fills an empty database with one part of the data. */
export function generate(
  part: Part,
  database: SqlDatabase,
  histories: Histories,
  size: DataSize,
  onProgress: OnProgress,
): void {
  const { tables, indexes } = statementsOf(part, size.transactions);
  for (const sql of tables) database.exec(sql);
  database.exec('BEGIN');
  generators[part](database, histories, size, onProgress);
  database.exec('COMMIT');
  for (const sql of indexes) database.exec(sql);
}

type Generator = (
  database: SqlDatabase,
  histories: Histories,
  size: DataSize,
  onProgress: OnProgress,
) => void;

const generators: Readonly<Record<Part, Generator>> = {
  assets: generateAssets,
  tokens: generateTokens,
  transactions: generateTransactions,
};

const assetsBetweenProgress = 50;

/** Every figure of a record follows from the transactions of its tokens and the prices of its assets. */
function generateAssets(
  database: SqlDatabase,
  { world, pathOf, historyOf }: Histories,
  { odd, transactions }: DataSize,
  onProgress: OnProgress,
): void {
  const writer = makeRowWriter(database, makeSampleTables(transactions).assets);
  for (const asset of world.assets) {
    const path = pathOf(asset);
    const figures = asset.tokens.map((token) => tokenFigures(historyOf(asset, token, path)));
    const nested = asset.tokens.map((token) => nestedToken(asset, token));
    writer.write(assetRecord(asset, path, addAssetFigures(figures, odd), nested));
    if (asset.id % assetsBetweenProgress === 0) onProgress(asset.id / world.assets.length);
  }
}

/** Tokens, the networks and firms that they add up to, and the series from which aggregates are made. */
function generateTokens(
  database: SqlDatabase,
  { world, pathOf, historyOf, parentOf }: Histories,
  { today, transactions }: DataSize,
): void {
  const tables = makeSampleTables(transactions);
  const writer = makeRowWriter(database, tables.tokens);
  const series = makeSeriesWriter(database);
  const totals = makeTotals(world);
  for (const asset of world.assets) {
    const path = pathOf(asset);
    series.writeAsset(asset, path);
    for (const token of asset.tokens) {
      const history = historyOf(asset, token, path);
      const figures = tokenFigures(history);
      writer.write(tokenRecord({ asset, token, parent: parentOf(token.network), path, figures }));
      totals.add(asset, token, figures);
      series.writeToken(history);
    }
  }
  for (const { name, records } of partyRecords(world, totals, today)) {
    const { write } = makeRowWriter(database, tables[name]);
    const insertText = database.prepare(`INSERT INTO ${packedTexts(name)} VALUES (?, ?)`);
    const inOrder = [...records].sort((a, b) => compareIds(idOf(a.facts), idOf(b.facts)));
    for (const record of inOrder) insertText.run(write(record), pack(recordText(resources[name], record)));
  }
}

function generateTransactions(
  database: SqlDatabase,
  { world, pathOf, movesOf }: Histories,
  size: DataSize,
): void {
  const ids = makeTransactionIds(size.seed, Math.max(1, size.transactions));
  const table = makeSampleTables(size.transactions).transactions;
  const writer = makeTransactionWriter(database, table, size, ids);
  for (const asset of world.assets) {
    if (!asset.assetClass.hasTransactions) continue;
    const path = pathOf(asset);
    for (const token of asset.tokens) writer.write(movesOf(asset, token, path));
  }
  if (table.chunked) fillChunks(database, table);
}
