import { simulate } from './activity.ts';
import { snapshotOffsets } from './figures.ts';
import { makeLedger } from './ledger.ts';
import type { SampleNetwork } from './networks.ts';
import { makePricePath, type PricePath } from './prices.ts';
import { makeRandom } from './random.ts';
import { dollarsOf, type Moves, type TokenHistory } from './tokenFigures.ts';
import { makeWorld, type SampleAsset, type SampleToken, type World, type WorldSize } from './world.ts';

export interface DataSize extends WorldSize {
  readonly transactions: number;
}

/** The world and what happened in it; the same whoever asks. One token is in memory at a time. */
export interface Histories {
  readonly world: World;
  /** The network on which another one settles. */
  parentOf(network: SampleNetwork): SampleNetwork | null;
  pathOf(asset: SampleAsset): PricePath;
  movesOf(asset: SampleAsset, token: SampleToken, path: PricePath): Moves;
  historyOf(asset: SampleAsset, token: SampleToken, path: PricePath): TokenHistory;
}

export function makeHistories(size: DataSize, world = makeWorld(size)): Histories {
  const { seed, today } = size;
  const counts = transactionCounts(world, size.transactions, seed);
  const networks = new Map(world.networks.map((network) => [network.id, network]));
  const histories: Histories = {
    world,
    parentOf: ({ parentId }) => networks.get(parentId ?? NaN) ?? null,
    pathOf: (asset) => makePricePath(seed, asset, today),
    movesOf: (asset, token, path) => {
      const price = path.value?.at(-1) ?? asset.startValue;
      const activity = simulate(seed, asset, token, counts.get(token.id) ?? 0, price, today);
      return { asset, token, path, activity, dollars: dollarsOf(activity, path) };
    },
    historyOf: (asset, token, path) => {
      const moves = histories.movesOf(asset, token, path);
      const snapshots = snapshotOffsets.map((offset) => today - offset);
      return { ...moves, ledger: makeLedger(moves.activity, snapshots, size.odd) };
    },
  };
  return histories;
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
  const [first] = shown;
  if (first !== undefined) {
    const busiest = shown.reduce((most, token) => (token.activity > most.activity ? token : most), first);
    counts.set(busiest.id, (counts.get(busiest.id) ?? 0) + left);
  }
  for (const { assetClass, tokens } of world.assets) {
    if (assetClass.hasTransactions) continue;
    for (const { id } of tokens) counts.set(id, Math.floor(40 * makeRandom(seed, 901, id).heavy(60)));
  }
  return counts;
}
