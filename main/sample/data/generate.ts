import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { indexStatements, tableStatements } from '../../store/query/tables.ts';
import { makeWriter } from '../../store/query/writer.ts';
import { simulate } from './activity.ts';
import { assetRecord } from './assetRecords.ts';
import { addFigures, makeFigures, snapshotOffsets } from './figures.ts';
import { makeLedger } from './ledger.ts';
import { partyRecords } from './partyRecords.ts';
import { makePricePath, type PricePath } from './prices.ts';
import { makeRandom } from './random.ts';
import { makeSampleTables, seriesStatements } from './schema.ts';
import { makeSeriesWriter } from './seriesWriter.ts';
import { dollarsOf, tokenFigures, type TokenHistory } from './tokenFigures.ts';
import { nestedToken, tokenRecord } from './tokenRecords.ts';
import { makeTotals } from './totals.ts';
import { makeTransactionIds } from './transactionIds.ts';
import { makeTransactionWriter } from './transactionWriter.ts';
import { makeWorld, type SampleAsset, type SampleToken, type World, type WorldSize } from './world.ts';

export interface DataSize extends WorldSize {
  readonly transactions: number;
}

/** How far generation has come, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** Assets written in one go. */
const batch = 50;

/**
 * Fills an empty database with sample data. One token is in memory at a time, whatever the number of transactions; every
 * figure of a record follows from the transactions of its tokens and the prices of its assets.
 */
export function generate(database: SqlDatabase, size: DataSize, onProgress: OnProgress): void {
  const { seed, today } = size;
  const world = makeWorld(size);
  const tables = makeSampleTables();
  for (const table of Object.values(tables)) for (const sql of tableStatements(table)) database.exec(sql);
  for (const sql of seriesStatements) database.exec(sql);
  const counts = transactionCounts(world, size.transactions, seed);
  const networkById = new Map(world.networks.map((network) => [network.id, network]));
  const totals = makeTotals(world);
  const series = makeSeriesWriter(database);
  const transactions = makeTransactionWriter(
    database,
    tables.transactions,
    seed,
    makeTransactionIds(seed, Math.max(1, size.transactions), world.networks),
  );
  const writeAssets = makeWriter(database, tables.assets).write;
  const writeTokens = makeWriter(database, tables.tokens).write;
  let pending: { assets: ResourceRecord[]; tokens: ResourceRecord[] } = { assets: [], tokens: [] };
  const flush = (): void => {
    writeAssets(pending.assets);
    writeTokens(pending.tokens);
    pending = { assets: [], tokens: [] };
  };

  database.exec('BEGIN');
  for (const asset of world.assets) {
    const path = makePricePath(seed, asset, today);
    const figures = makeFigures();
    const nested: Json[] = [];
    series.writeAsset(asset, path);
    for (const token of asset.tokens) {
      const history = makeHistory(seed, asset, token, path, counts.get(token.id) ?? 0);
      const subject = {
        asset,
        token,
        parent: networkById.get(token.network.parentId ?? NaN) ?? null,
        path,
        figures: tokenFigures(history),
      };
      addFigures(figures, subject.figures);
      totals.add(asset, token, subject.figures);
      pending.tokens.push(tokenRecord(subject));
      nested.push(nestedToken(subject));
      series.writeToken(history);
      if (asset.assetClass.hasTransactions) transactions.write(history);
    }
    pending.assets.push(assetRecord(asset, path, figures, nested));
    if (pending.assets.length >= batch) {
      flush();
      onProgress((0.8 * asset.id) / world.assets.length);
    }
  }
  flush();
  for (const { name, records } of partyRecords(world, totals))
    makeWriter(database, tables[name]).write(records);
  database.exec('COMMIT');
  for (const table of Object.values(tables)) for (const sql of indexStatements(table)) database.exec(sql);
  onProgress(1);
}

function makeHistory(
  seed: number,
  asset: SampleAsset,
  token: SampleToken,
  path: PricePath,
  count: number,
): TokenHistory {
  const price = path.value?.at(-1) ?? asset.startValue;
  const activity = simulate(seed, asset, token, count, price, path.lastDay);
  const ledger = makeLedger(
    activity,
    snapshotOffsets.map((offset) => path.lastDay - offset),
  );
  return { asset, token, path, activity, ledger, dollars: dollarsOf(activity, path) };
}

/**
 * Deals the transactions out to the tokens: at least one for each as far as they go, the rest by how busy each token is.
 * Tokens of stablecoins have a past too, which no transaction of the service shows.
 */
function transactionCounts(world: World, transactions: number, seed: number): ReadonlyMap<number, number> {
  const shown = world.assets
    .filter(({ assetClass }) => assetClass.hasTransactions)
    .flatMap(({ tokens }) => tokens);
  const activity = shown.reduce((sum, token) => sum + token.activity, 0);
  const spare = Math.max(0, transactions - shown.length);
  let left = transactions;
  const counts = new Map<number, number>();
  for (const token of shown) {
    const count = Math.min(left, 1 + Math.floor((spare * token.activity) / activity));
    counts.set(token.id, count);
    left -= count;
  }
  const busiest = shown.reduce(
    (first, token) => (token.activity > first.activity ? token : first),
    shown[0] ?? { id: 0, activity: 0 },
  );
  counts.set(busiest.id, (counts.get(busiest.id) ?? 0) + left);
  for (const { assetClass, tokens } of world.assets) {
    if (assetClass.hasTransactions) continue;
    for (const { id } of tokens) counts.set(id, Math.floor(40 * makeRandom(seed, 901, id).heavy(60)));
  }
  return counts;
}
