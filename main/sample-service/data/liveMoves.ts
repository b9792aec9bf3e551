import { burn, mint, nobody, transfer } from './activity.ts';
import { neat } from './figures.ts';
import type { Histories } from './histories.ts';
import { makeRandom, type Random } from './random.ts';
import { makeAddressBook, type AddressBook } from './transactionWriter.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/** What moved after all that the sample data began with. */
export interface LiveMove {
  readonly asset: SampleAsset;
  readonly token: SampleToken;
  readonly kind: number;
  /** In token units. */
  readonly amount: number;
  /** Null where nobody knows what the token is worth. */
  readonly dollars: number | null;
  readonly from: string | null;
  readonly to: string | null;
  /** How long after it took place the service hears of it. */
  readonly lateMs: number;
}

/** Goes on where the histories of the tokens end, one move after the other; the same for the same size and seed. */
export type LiveMoves = () => LiveMove;

/** So many of the busiest tokens go on moving. */
const movingTokens = 40;

/** Of the moves, so many are heard of late: after minutes, or after more than a day. */
const latePart = 0.08;
const latestMinutes = 40 * 60;

interface TokenState {
  readonly asset: SampleAsset;
  readonly token: SampleToken;
  readonly grainsPerToken: number;
  readonly price: number;
  readonly addressOf: AddressBook;
  /** Grains of each holder. */
  readonly holdings: number[];
}

export function makeLiveMoves({ world, pathOf, movesOf }: Histories, seed: number): LiveMoves {
  const random = makeRandom(seed, 951);
  const tokens = world.assets
    .filter(({ assetClass }) => assetClass.hasTransactions)
    .flatMap((asset) => asset.tokens.map((token) => ({ asset, token })))
    .sort((a, b) => b.token.activity - a.token.activity)
    .slice(0, movingTokens);
  if (tokens.length === 0) throw new Error('There is no token that could move.');
  const states = new Map<number, TokenState>();

  function begin(asset: SampleAsset, token: SampleToken): TokenState {
    const path = pathOf(asset);
    const { activity } = movesOf(asset, token, path);
    const holdings = Array.from({ length: Math.max(1, activity.holders) }, () => 0);
    for (let index = 0; index < activity.count; index += 1) {
      const from = activity.from[index] ?? nobody;
      const to = activity.to[index] ?? nobody;
      const grains = activity.grains[index] ?? 0;
      if (from !== nobody) holdings[from] = (holdings[from] ?? 0) - grains;
      if (to !== nobody) holdings[to] = (holdings[to] ?? 0) + grains;
    }
    return {
      asset,
      token,
      grainsPerToken: activity.grainsPerToken,
      price: path.value?.at(-1) ?? NaN,
      addressOf: makeAddressBook(seed, token),
      holdings,
    };
  }

  return () => {
    const { asset, token } = tokens[random.heavyIndex(tokens.length)] ?? random.pick(tokens);
    const state = states.get(token.id) ?? begin(asset, token);
    states.set(token.id, state);
    const { kind, from, to, grains } = nextMove(state.holdings, random);
    if (from !== nobody) state.holdings[from] = (state.holdings[from] ?? 0) - grains;
    if (to !== nobody) state.holdings[to] = (state.holdings[to] ?? 0) + grains;
    const amount = grains / state.grainsPerToken;
    const dollars = neat(amount * state.price);
    return {
      asset,
      token,
      kind,
      amount,
      dollars: Number.isNaN(dollars) ? null : dollars,
      from: state.addressOf(from, 'from'),
      to: state.addressOf(to, 'to'),
      lateMs: random.chance(latePart) ? random.integer(5, latestMinutes) * 60_000 : 0,
    };
  };
}

interface HolderMove {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  readonly grains: number;
}

/** The first holders move most, so that who follows a wallet does not wait for years. Nobody sends more than they have. */
function nextMove(holdings: readonly number[], random: Random): HolderMove {
  const roll = random.next();
  const sender = random.heavyIndex(holdings.length);
  const balance = holdings[sender] ?? 0;
  const isNew = random.chance(0.1);
  const recipient = isNew ? holdings.length : random.heavyIndex(holdings.length);
  const part = random.next();
  if (roll < 0.2 || balance < 1) {
    const supply = holdings.reduce((sum, grains) => sum + grains, 0);
    return {
      kind: mint,
      from: nobody,
      to: recipient,
      grains: Math.max(1, Math.round((supply / 200) * part)),
    };
  }
  const grains = Math.max(1, Math.floor(balance * part * part * 0.4));
  if (roll < 0.32) return { kind: burn, from: sender, to: nobody, grains };
  return { kind: transfer, from: sender, to: recipient === sender ? holdings.length : recipient, grains };
}
