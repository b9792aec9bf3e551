import { dayMs, dayNumber, dayText } from '../../../preload/contract/days.ts';
import { inventAddress } from './addresses.ts';
import awkwardNames from './awkwardNames.json' with { type: 'json' };
import {
  assetClassAt,
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

/** Ids are assumed; of tokenizations, all but 3. */
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
  readonly odd: boolean;
  readonly today: number;
}

export const historyDays = 5 * 365 + 1;

/**
 * The newest day in the files. A service of another day shifts dates when it reads them, so files are made
 * once; it recomputes figures of calendar periods, such as the month to date.
 */
export const storedDay = dayNumber('2026-01-01');

/** Shifts a moment that begins with `YYYY-MM-DD`; unchanged if the year would not have four digits. */
export function shiftDays(moment: string, days: number): string {
  const shifted = dayText(dayNumber(moment.slice(0, 10)) + days);
  return /^\d{4}-/.test(shifted) ? shifted + moment.slice(10) : moment;
}

export function timeMs(day: number, second: number): number {
  return day * dayMs + second * 1000;
}

export function isoTime(day: number, second: number): string {
  return new Date(timeMs(day, second)).toISOString().slice(0, 19);
}

const dollarsPerEuro = 1.08;

/** Counts of parties for 3,500 assets; fewer assets have fewer. */
const usual = { assets: 3500, networks: 40, platforms: 200, issuers: 300, managers: 150, providers: 120 };

export type World = ReturnType<typeof makeWorld>;

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
  // Assets 4, 7, 10 … have an awkward name each.
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
    /** Approximate value today in dollars. */
    size:
      (odd ? extremeSizes[index] : undefined) ??
      assetClass.commonValue * random.between(0.02, 1) * random.heavy(60) * random.heavy(60),
    /** First net asset value of a token in dollars. */
    startValue:
      odd && index === 22
        ? 0.000001
        : random.between(assetClass.startFrom, assetClass.startTo) * (isEuro ? dollarsPerEuro : 1),
    isEuro,
    /** Percent a year; 0 if the asset does not accrue. */
    yieldPercent: random.between(assetClass.yieldFrom, assetClass.yieldTo),
    distributesIncome,
    /** Pays income as more tokens. */
    isRebasing: distributesIncome && random.chance(0.3),
    /** False if the net asset value is unknown. Clients assume one for stablecoins. */
    isValued: !random.chance(0.02) || assetClass.model === 'peg',
    isTraded: random.chance(0.8) || assetClass.model === 'peg',
  };
  return { ...asset, tokens: makeTokens(size, asset, parties, firstTokenId, random) };
}

function busyness(random: Random): number {
  const factor = random.heavy(400) * random.heavy(20);
  return factor * Math.sqrt(factor);
}

/** Dollars by index. At a millionth of a dollar each, the second has 4e14 tokens. */
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
    // Two tokens of an asset can be on one network.
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
      /** Rule: service notes, "Records": some have no `token_id` and no metric. Assumed: never minted. */
      isMinted: (firstId + index) % 29 !== 0,
      inceptionDay,
      /** Fraction of the asset's size. */
      part: part / whole,
      activity: busyness(random),
      transferability: random.pick(transferabilities.slice(0, random.chance(0.05) ? 3 : 2)),
      tokenization,
    };
  });
}

/**
 * Returns the contract address: on Stellar code and issuing account, on the XRP Ledger the issuing account.
 * `issuerAddress` is null on networks whose mints and burns name no issuer.
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
