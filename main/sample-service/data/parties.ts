import classTable from './assetClasses.json' with { type: 'json' };
import awkwardNames from './awkwardNames.json' with { type: 'json' };
import countryTable from './countries.json' with { type: 'json' };
import { makeRandom, type Random } from './random.ts';

export const sampleMark = 'Sample data: invented, not a real product.';

const openings =
  'Bal Bre Cal Cor Dal Dro Elm Fen Gal Hes Ilv Jor Kes Lun Mar Nev Orv Pel Quil Ras Sel Tam Ulv Ves Wol Yar Zel'.split(
    ' ',
  );
const middles = 'an ar ba da el en im ka lo mi na or ra sil ta un va yn'.split(' ');
const endings =
  'bourne combe croft dale fell gate holm low march mere moor ness stead thwaite vane wick'.split(' ');

export function inventRoot(random: Random): string {
  return random.pick(openings) + random.pick(middles) + random.pick(endings);
}

/** Returns ASCII words in lower case joined by hyphens, or `fallback` if no letter remains. */
function slugOf(name: string, fallback: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const slug = words.replace(/^-+|-+$/g, '').slice(0, 60);
  return /[a-z]/.test(slug) ? slug : fallback;
}

/** Returns a function that makes unique slugs: a repeated one gets a number. */
export function makeSlugs(): (name: string, fallback: string) => string {
  const given = new Set<string>();
  return (name, fallback) => {
    const wanted = slugOf(name, fallback);
    let slug = wanted;
    for (let number = 2; given.has(slug); number += 1) slug = `${wanted}-${number.toString()}`;
    given.add(slug);
    return slug;
  };
}

export function tickerOf(name: string, random: Random): string {
  const consonants = name.toUpperCase().replace(/[^A-Z]|[AEIOU]/g, '');
  return `${(consonants + 'SMPL').slice(0, random.integer(3, 4))}${random.chance(0.3) ? random.integer(1, 99).toString() : ''}`;
}

export type Country = (typeof countries)[number];
/** Countries with assumed ids. */
export const countries = countryTable.map((country) => ({
  ...country,
  slug: slugOf(country.name, country.code.toLowerCase()),
  color: '#64748b',
}));

type AssetClass = (typeof assetClasses)[number];
/**
 * Classes of the live service; ids above 56 are assumed. `share`: percentage of all assets. `commonValue`:
 * dollars of a common asset; the largest have thousands of times as much. Start: first net asset value of a
 * token in dollars. Yield: percent a year. `dailyStep`: largest daily change, as a fraction.
 */
export const assetClasses = classTable.map((one) => ({
  ...one,
  slug: one.name.toLowerCase().replaceAll(' ', '-'),
  hasLoans: [42, 51, 55].includes(one.id),
  /** Rule: data service interface, "What the service does": not stablecoins. */
  hasTransactions: one.id !== 28,
}));

export function assetClassAt(point: number): AssetClass {
  let passed = 0;
  for (const candidate of assetClasses) {
    passed += candidate.share / 100;
    if (point < passed) return candidate;
  }
  throw new RangeError('The shares of the classes of assets do not add up to 1.');
}

export type AddressForm = 'evm' | 'solana' | 'stellar' | 'xrpl' | 'aptos';

type Known = readonly [
  id: number,
  name: string,
  color: string,
  machine: string | null,
  form: AddressForm,
  parentId: number | null,
];

/** Networks of the live service under its ids. All parents but one are assumed. */
const known: readonly Known[] = [
  [1, 'Ethereum', '#627eea', 'EVM', 'evm', null],
  [2, 'Solana', '#9945ff', 'SVM', 'solana', null],
  [3, 'Polygon', '#8247e5', 'EVM', 'evm', null],
  [10, 'Base', '#0052ff', 'EVM', 'evm', 1],
  [9, 'Stellar', '#3e1bdb', 'Soroban', 'stellar', null],
  [11, 'Arbitrum', '#28a0f0', 'EVM', 'evm', 1],
  [5, 'Avalanche C-Chain', '#e84142', 'EVM', 'evm', 76],
  [8, 'BNB Chain', '#f0b90b', 'EVM', 'evm', null],
  [4, 'Optimism', '#ff0420', 'EVM', 'evm', 1],
  [38, 'Aptos', '#17b5a6', 'Move', 'aptos', null],
  [46, 'XRP Ledger', '#23292f', null, 'xrpl', null],
  [33, 'Mantle', '#65b3ae', 'EVM', 'evm', 1],
  [48, 'Plume', '#ff3d00', 'EVM', 'evm', 1],
  [7, 'Celo', '#fcff52', 'EVM', 'evm', 1],
  [76, 'Avalanche', '#c0282a', null, 'evm', null],
];

const standardsOf: Readonly<Record<AddressForm, readonly string[]>> = {
  evm: ['ERC-20'],
  solana: ['SPL'],
  stellar: ['Stellar Asset'],
  xrpl: ['Issued Currency'],
  aptos: ['Fungible Asset'],
};

export type SampleNetwork = ReturnType<typeof makeNetworks>[number];

/** Returns networks, most used first: 15 real ones, then invented ones. */
export function makeNetworks(seed: number, count: number) {
  const slug = makeSlugs();
  return Array.from({ length: count }, (_, index) => {
    const [id, name, color, virtualMachine, addressForm, parentId] =
      known[index] ?? inventNetwork(seed, index - known.length);
    return {
      id,
      name,
      slug: slug(name, 'network'),
      color,
      virtualMachine,
      addressForm,
      parentId,
      standards: standardsOf[addressForm],
    };
  });
}

function inventNetwork(seed: number, index: number): Known {
  const random = makeRandom(seed, 101, index);
  const name = `${inventRoot(random)} Chain`;
  const isEvm = random.chance(0.8);
  const color = `#${random.integer(0x200000, 0xdfffff).toString(16)}`;
  return isEvm
    ? [101 + index, name, color, 'EVM', 'evm', random.chance(0.5) ? 1 : null]
    : [101 + index, name, color, 'Move', 'aptos', null];
}

export type SampleParty = ReturnType<typeof makeFirms>[number];

const services: ReadonlyMap<string, string> = new Map([
  ['Custody', 'keeps holdings in custody'],
  ['Audit', 'audits the books'],
  ['Fund Services', 'keeps the books of funds'],
  ['Transfer Agency', 'keeps the register of holders'],
  ['Identity', 'checks the identity of investors'],
  ['Paying Services', 'pays income to holders'],
]);

/** Key of the random numbers of a kind, so kinds do not affect each other, and the nouns that end names. */
const kinds = {
  platforms: [201, ['Protocol', 'Tokenization', 'Digital', 'Markets', 'Finance', 'Labs']],
  issuers: [202, ['Issuance', 'Holdings', 'Securities', 'Funds', 'Trust Company']],
  managers: [203, ['Asset Management', 'Capital', 'Advisors', 'Investment Partners', 'Asset Managers']],
  providers: [204, [...services.keys()]],
} as const;

export function makeFirms(seed: number, kind: keyof typeof kinds, count: number) {
  const [key, nouns] = kinds[kind];
  const slug = makeSlugs();
  return Array.from({ length: count }, (_, index) => {
    const random = makeRandom(seed, key, index);
    const name = `${inventRoot(random)} ${random.pick(nouns)}`;
    const own = slug(name, 'sample');
    return {
      id: index + 1,
      name,
      slug: own,
      color: `#${random.integer(0x100000, 0xffffff).toString(16)}`,
      website: random.chance(0.85) ? `https://${own}.example` : null,
    };
  });
}

export type SampleIssuer = ReturnType<typeof makeIssuers>[number];

export function makeIssuers(seed: number, count: number, odd: boolean) {
  return makeFirms(seed, 'issuers', count).map((party, index) => {
    const random = makeRandom(seed, 202, index, 1);
    // Issuers 6, 46, 86 … have awkward names.
    const awkward =
      odd && index % 40 === 5 ? awkwardNames[Math.floor(index / 40) % awkwardNames.length] : undefined;
    const name = awkward ?? party.name;
    const country = countries[random.heavyIndex(countries.length)] ?? random.pick(countries);
    const legalForm = random.pick(['LLC', 'Trust', 'Ltd', 'SA', 'GmbH', 'LP']);
    const state = country.states.length > 0 ? random.pick(country.states) : null;
    // Leading zeros, which spreadsheets drop.
    const hasCik = country.code === 'US' && random.chance(0.6);
    const cik = hasCik ? random.integer(1, 9_999_999).toString().padStart(10, '0') : null;
    const lei = random.chance(0.7) ? inventLei(random) : null;
    return { ...party, name, legalName: `${name} ${legalForm}`, legalForm, country, state, cik, lei };
  });
}

/** Invents a legal entity identifier with invalid check digits, so it belongs to nobody. */
function inventLei(random: Random): string {
  const characters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  let text = 'SMPL00';
  while (text.length < 18) text += characters[random.bits() % characters.length] ?? '';
  return `${text}00`;
}

export type SampleProvider = ReturnType<typeof makeProviders>[number];

export function makeProviders(seed: number, count: number) {
  return makeFirms(seed, 'providers', count).map((party) => {
    const [service = '', task = ''] = [...services].find(([noun]) => party.name.endsWith(noun)) ?? [];
    return { ...party, service, task };
  });
}
