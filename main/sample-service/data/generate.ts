import type { Json } from '../../../preload/contract/json.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { compareIds } from '../../store/query/order.ts';
import { idOf } from '../../store/query/records.ts';
import { assetRecord } from './assetRecords.ts';
import { makeBulkWriter } from './bulkWriter.ts';
import { addFigures, averagePercentages, makeFigures, type Figures } from './figures.ts';
import { makeHistories, type DataSize } from './histories.ts';
import { partyRecords } from './partyRecords.ts';
import { makeSampleTables, statementsOf, type Part } from './schema.ts';
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
  generators[part](database, size, onProgress);
  database.exec('COMMIT');
  for (const sql of indexes) database.exec(sql);
}

type Generator = (database: SqlDatabase, size: DataSize, onProgress: OnProgress) => void;

const generators: Readonly<Record<Part, Generator>> = {
  catalogue: generateCatalogue,
  tokens: generateTokens,
  transactions: generateTransactions,
};

const assetsBetweenProgress = 50;

/**
 * Assets, networks and firms. Every figure of a record follows from the transactions of its tokens and the prices of its
 * assets.
 */
function generateCatalogue(database: SqlDatabase, size: DataSize, onProgress: OnProgress): void {
  const { world, pathOf, historyOf } = makeHistories(size);
  const tables = makeSampleTables();
  const totals = makeTotals(world);
  const writer = makeBulkWriter(database, tables.assets, 'tokens');
  for (const asset of world.assets) {
    const path = pathOf(asset);
    const figures = makeFigures();
    const nested: Json[] = [];
    const parts: Figures[] = [];
    for (const token of asset.tokens) {
      const own = tokenFigures(historyOf(asset, token, path));
      addFigures(figures, own);
      totals.add(asset, token, own);
      nested.push(nestedToken(asset, token));
      parts.push(own);
    }
    if (!size.odd) averagePercentages(figures, parts);
    writer.write(assetRecord(asset, path, figures, nested));
    if (asset.id % assetsBetweenProgress === 0) onProgress(asset.id / world.assets.length);
  }
  for (const { name, records } of partyRecords(world, totals, size.today)) {
    const { write } = makeBulkWriter(database, tables[name]);
    [...records].sort((a, b) => compareIds(idOf(a.facts), idOf(b.facts))).forEach(write);
  }
}

/** Tokens, and the series from which aggregates are made. */
function generateTokens(database: SqlDatabase, size: DataSize): void {
  const { world, pathOf, historyOf } = makeHistories(size);
  const networkById = new Map(world.networks.map((network) => [network.id, network]));
  const writer = makeBulkWriter(database, makeSampleTables().tokens);
  const series = makeSeriesWriter(database);
  for (const asset of world.assets) {
    const path = pathOf(asset);
    series.writeAsset(asset, path);
    for (const token of asset.tokens) {
      const history = historyOf(asset, token, path);
      const parent = networkById.get(token.network.parentId ?? NaN) ?? null;
      writer.write(tokenRecord({ asset, token, parent, path, figures: tokenFigures(history) }));
      series.writeToken(history);
    }
  }
}

function generateTransactions(database: SqlDatabase, size: DataSize): void {
  const { world, pathOf, movesOf } = makeHistories(size);
  const ids = makeTransactionIds(size.seed, Math.max(1, size.transactions), world.networks);
  const writer = makeTransactionWriter(database, makeSampleTables().transactions, size, ids);
  for (const asset of world.assets) {
    if (!asset.assetClass.hasTransactions) continue;
    const path = pathOf(asset);
    for (const token of asset.tokens) writer.write(movesOf(asset, token, path));
  }
}
