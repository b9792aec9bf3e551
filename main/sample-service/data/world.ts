import { dayMs, dayNumber, dayText } from '../../../preload/contract/days.ts';
import { inventAddress } from './addresses.ts';
import {
  assetClassAt,
  awkwardNames,
  countries,
  inventRoot,
  makeFirms,
  makeIssuers,
  makeNetworks,
  makeProviders,
  makeSlugs,
  tickerOf,
  type SampleNetwork,
  type SampleProvider,
} from './parties.ts';
import { makeRandom, type Random } from './random.ts';

/** Ids are assumed, like those of tokenizations but 3. */
const transferabilities = [
  { id: 1, name: 'Freely transferable' },
  { id: 2, name: 'Allowlisted addresses only' },
  { id: 3, name: 'Not transferable' },
];

const tokenizations = [
  { id: 1, name: 'Fund share' },
  { id: 2, name: 'Debt instrument' },
  { id: 3, name: 'Onchain Distributed' },
  { id: 4, name: 'Native security' },
];

export interface WorldSize {
  readonly seed: number;
  readonly assets: number;
  /** True for records that careless programs break on: odd names, sizes beyond all bounds, sums that mean nothing. */
  readonly odd: boolean;
  /** The day of the newest figures, as a day number. */
  readonly today: number;
}

/** Days of history at most: five years. Days are counted from 1970-01-01 UTC. */
export const historyDays = 5 * 365 + 1;

/**
 * The newest day of the data in files. A service of another day adds the days between when it reads them, so files are made once. What
 * follows from the calendar, such as figures of the month so far, is computed for its own day instead.
 */
export const storedDay = dayNumber('2026-01-01');

/** The same moment of another day, spelled the same; `moment` begins with `YYYY-MM-DD`. Beyond the years of four digits it stays what it is. */
export function shiftDays(moment: string, days: number): string {
  const shifted = dayText(dayNumber(moment.slice(0, 10)) + days);
  return /^\d{4}-/.test(shifted) ? shifted + moment.slice(10) : moment;
}

/** Milliseconds since 1970 at a second of a day. */
export function timeMs(day: number, second: number): number {
  return day * dayMs + second * 1000;
}

/** The ISO timestamp, to the second, of a second of a day, without its zone. */
export function isoTime(day: number, second: number): string {
  return new Date(timeMs(day, second)).toISOString().slice(0, 19);
}

/** Invented, like every other price. */
const dollarsPerEuro = 1.08;

/** Numbers of parties beside 3,500 assets; fewer assets have fewer of them. */
const usual = { assets: 3500, networks: 40, platforms: 200, issuers: 300, managers: 150, providers: 120 };

/** Who and what there is, before anything moves. */
export type World = ReturnType<typeof makeWorld>;

/**
 * Invents the sample world: the same for the same size and seed. With fewer assets it has fewer platforms, issuers, managers
 * and providers.
 */
export function makeWorld(size: WorldSize) {
  const parties = makeParties(size);
  const slug = makeSlugs();
  let tokens = 0;
  const assets = Array.from({ length: size.assets }, (_, index) => {
    const asset = makeAsset(size, parties, index, tokens + 1, slug);
    tokens += asset.tokens.length;
    return asset;
  });
  return { ...parties, assets };
}

function makeParties({ seed, assets, odd }: WorldSize) {
  const scaled = (count: number, least: number): number =>
    Math.max(least, Math.min(count, Math.ceil((count * assets) / usual.assets)));
  return {
    networks: makeNetworks(seed, usual.networks),
    platforms: makeFirms(seed, 'platforms', scaled(usual.platforms, 12)),
    issuers: makeIssuers(seed, scaled(usual.issuers, 12), odd),
    managers: makeFirms(seed, 'managers', scaled(usual.managers, 8)),
    providers: makeProviders(seed, scaled(usual.providers, 12)),
  };
}

type Parties = ReturnType<typeof makeParties>;

export type SampleAsset = ReturnType<typeof makeAsset>;

function makeAsset(
  size: WorldSize,
  parties: Parties,
  index: number,
  firstTokenId: number,
  slug: (name: string, fallback: string) => string,
) {
  const { seed, today, odd } = size;
  const { issuers, managers, providers } = parties;
  const random = makeRandom(seed, 301, index);
  const assetClass = assetClassAt(random.next());
  const plain = `${inventRoot(random)} ${random.pick(assetClass.nouns)}`;
  // The fourth asset and each third after it, until every awkward name is borne once.
  const name = (odd && index % 3 === 0 ? awkwardNames[index / 3 - 1] : undefined) ?? plain;
  const isEuro = plain.endsWith('Euro Coin');
  const issuer = issuers[random.heavyIndex(issuers.length)] ?? random.pick(issuers);
  const providerOf = (service: string, probability: number): SampleProvider | null => {
    const fitting = random.chance(probability) ? providers.filter((each) => each.service === service) : [];
    return fitting.length > 0 ? random.pick(fitting) : null;
  };
  const inceptionDay = today - Math.floor((historyDays - 1) * (1 - Math.sqrt(random.next())));
  const distributesIncome = assetClass.model === 'accrual' && random.chance(0.5);
  const asset = {
    id: index + 1,
    name,
    slug: slug(name, `asset-${(index + 1).toString()}`),
    ticker: random.chance(0.93) ? tickerOf(plain, random) : null,
    assetClass,
    issuer,
    manager: random.chance(0.75) ? (managers[random.heavyIndex(managers.length)] ?? null) : null,
    transferAgent: providerOf('Transfer Agency', 0.6),
    payingAgent: providerOf('Paying Services', 0.4),
    identityProvider: providerOf('Identity', 0.5),
    jurisdiction: random.chance(0.6) ? issuer.country : random.pick(countries),
    inceptionDay,
    /** What the whole asset is worth today, roughly, in dollars. */
    size:
      (odd ? extremeSizes[index] : undefined) ??
      assetClass.commonValue * random.between(0.02, 1) * random.heavy(60) * random.heavy(60),
    /** First net asset value of a token, in dollars. */
    startValue:
      odd && index === 22
        ? 0.000001
        : random.between(...assetClass.startValue) * (isEuro ? dollarsPerEuro : 1),
    /** True for an asset that follows the euro, not the dollar. */
    isEuro,
    /** Yearly, in percent; 0 for assets that do not accrue. */
    yieldPercent: random.between(...assetClass.yieldPercent),
    distributesIncome,
    /** True where income is paid as more tokens. */
    isRebasing: distributesIncome && random.chance(0.3),
    /** False for assets of which nobody knows what they are worth. Clients of the live service read that of stablecoins unseen. */
    isValued: !random.chance(0.02) || assetClass.model === 'peg',
    /** False for assets without a market. */
    isTraded: random.chance(0.8) || assetClass.model === 'peg',
  };
  return { ...asset, tokens: makeTokens(size, asset, parties, firstTokenId, random) };
}

/** Most tokens hardly move; a few make up most of what happens. */
function busyness(random: Random): number {
  const factor = random.heavy(400) * random.heavy(20);
  return factor * Math.sqrt(factor);
}

/** Sizes of odd assets beyond any bounds a reader may have set: at a millionth of a dollar each, the second has 4e14 tokens. */
const extremeSizes: Readonly<Partial<Record<number, number>>> = { 20: 0.0001, 22: 4e8 };

export type SampleToken = ReturnType<typeof makeTokens>[number];

function makeTokens(
  { seed, today }: WorldSize,
  asset: { name: string; slug: string; ticker: string | null; inceptionDay: number },
  { networks, platforms }: Parties,
  firstId: number,
  random: Random,
) {
  const count = Math.floor(0.5 + 3.25 * random.heavy(14));
  const main = platforms[random.heavyIndex(platforms.length)] ?? null;
  const hasPlatform = random.chance(0.9);
  const tokenization = random.pick(tokenizations);
  const parts = Array.from({ length: count }, () => random.heavy(20));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, index) => {
    // Networks are drawn one by one, so two tokens of an asset can be on the same.
    const network = networks[random.heavyIndex(networks.length)] ?? random.pick(networks);
    const inceptionDay = index === 0 ? asset.inceptionDay : random.integer(asset.inceptionDay, today);
    return {
      id: firstId + index,
      name: `${asset.name} on ${network.name}`,
      network,
      platform: hasPlatform ? (random.chance(0.9) ? main : random.pick(platforms)) : null,
      ...contractOf(network, asset, inventAddress(network.addressForm, seed, 302, firstId + index)),
      decimals: network.addressForm === 'evm' ? random.pick([18, 18, 6, 8, 0]) : random.pick([6, 7, 9]),
      isBridged: index > 0 && random.chance(0.3),
      /** Rule: service notes, "Records": a token without `token_id` has no metric. Assumed: it was never minted. */
      isMinted: (firstId + index) % 29 !== 0,
      inceptionDay,
      /** Its part of the asset's size. */
      part: part / whole,
      /** Largest for the tokens with the most transactions. */
      activity: busyness(random),
      transferability: random.pick(transferabilities.slice(0, random.chance(0.05) ? 3 : 2)),
      tokenization,
    };
  });
}

/**
 * How the contract of a token is written, given an invented address of its network: on Stellar by the code of the token and the
 * account that issues it, on the XRP Ledger by the issuing account alone. `issuerAddress` stands for the issuer on networks whose mints and
 * burns have one.
 */
function contractOf(
  { addressForm }: SampleNetwork,
  { ticker, slug }: { ticker: string | null; slug: string },
  address: string,
): { address: string; issuerAddress: string | null } {
  if (addressForm === 'stellar') {
    const code = (ticker ?? slug.toUpperCase().replace(/[^A-Z0-9]/g, '')).slice(0, 12);
    return { address: `${code}-${address}-1`, issuerAddress: address };
  }
  return { address, issuerAddress: addressForm === 'xrpl' ? address : null };
}
