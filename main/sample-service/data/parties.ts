import { makeRandom, type Random } from './random.ts';

/**
 * Who there is: networks, countries, classes of assets and firms, with invented names. Roots are put together from syllables, so that
 * none is the name of a real company but by accident; every record says in its description that it is sample data.
 */

/** The sentence that marks a record as synthetic. */
export const sampleMark = 'Sample data: invented, not a real product.';

const openings =
  'Bal Bre Cal Cor Dal Dro Elm Fen Gal Hes Ilv Jor Kes Lun Mar Nev Orv Pel Quil Ras Sel Tam Ulv Ves Wol Yar Zel'.split(
    ' ',
  );
const middles = 'an ar ba da el en im ka lo mi na or ra sil ta un va yn'.split(' ');
const endings =
  'bourne combe croft dale fell gate holm low march mere moor ness stead thwaite vane wick'.split(' ');

/** An invented proper name, for example `Veskalmoor`. */
export function inventRoot(random: Random): string {
  return random.pick(openings) + random.pick(middles) + random.pick(endings);
}

/** Lower case words joined by hyphens, ASCII only; `fallback` where nothing is left. */
export function slugOf(name: string, fallback: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const slug = words.replace(/^-+|-+$/g, '').slice(0, 60);
  return /[a-z]/.test(slug) ? slug : fallback;
}

/** Slugs as the service has them, each given once: a second one gets a number. */
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

/** A ticker of three or four letters and a number where it needs one. */
export function tickerOf(name: string, random: Random): string {
  const consonants = name.toUpperCase().replace(/[^A-Z]|[AEIOU]/g, '');
  return `${(consonants + 'SMPL').slice(0, random.integer(3, 4))}${random.chance(0.3) ? random.integer(1, 99).toString() : ''}`;
}

/** Names that real data holds and careless programs break on. The first assets and issuers of some size bear them in turn. */
export const awkwardNames: readonly string[] = [
  'Veskal, Marwick & Partners, Sample Fund',
  'The "Quoted" Sample Fund',
  "O'Sample's Income Fund",
  'Two-line\nSample Fund',
  'Windows-line\r\nSample Fund',
  'Tab\tSample Fund',
  '=SUM(A1:A9) Sample Fund',
  '+1 Sample Fund',
  '-5 Sample Fund',
  '@sample Fund',
  'صندوق العينة التجريبي',
  'קרן לדוגמה בלבד',
  '样本基金（虚构）',
  'サンプル債券ファンド',
  '표본 채권 펀드',
  'Δείγμα Ταμείο',
  '🏦 Sample Fund 👩‍👩‍👧',
  'Zoë Çağlar Sample Fund',
  'Zoe\u0308 decomposed Sample Fund',
  '100% Sample_Fund',
  'Back\\slash Sample Fund',
  '<b>Sample</b> & Fund',
  '  Sample Fund with spaces  ',
  'null',
  '0',
  `Sample Fund with a very long name ${'of many words '.repeat(18)}indeed`,
];

/** Countries of law and domicile: id, which is assumed, name, code, region, and states. */
const countryTable = `
1|United States|US|Americas|Delaware,New York,Wyoming,Nevada
2|Cayman Islands|KY|Americas|
3|British Virgin Islands|VG|Americas|
4|Luxembourg|LU|Europe|
5|Switzerland|CH|Europe|Zug,Zürich
6|Singapore|SG|Asia|
7|Germany|DE|Europe|Hessen
8|Liechtenstein|LI|Europe|
9|Ireland|IE|Europe|
10|France|FR|Europe|
11|Hong Kong|HK|Asia|
12|Bermuda|BM|Americas|`;

export type Country = (typeof countries)[number];
export const countries = rowsOf(countryTable).map(([id, name = '', code = '', region = '', states = '']) => ({
  id: Number(id),
  name,
  slug: slugOf(name, code.toLowerCase()),
  color: '#64748b',
  code,
  region,
  states: states.split(',').filter((state) => state !== ''),
}));

function rowsOf(table: string): readonly string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
}

/**
 * Ids as the live service has them, assumed above 56; name, color, share, common value, model, first value,
 * yearly yield, daily step, and the nouns that end the names of assets.
 */
const classTable = `
34|Stocks|#7c3aed|29|60000|walk|5-400|0-0|0.02|Tokenized Share,Equity Note,Share Token
26|Cryptocurrencies|#ea580c|1|400000|walk|5-4000|0-0|0.03|Wrapped Coin,Staked Coin,Coin Note
27|US Treasury Debt|#0f766e|12|9000000|accrual|1-110|3.4-5.2|0|Treasury Fund,T-Bill Token,Government Money Fund
51|Asset-Backed Credit|#b45309|8|2500000|accrual|1-1000|6-16|0|Credit Pool,Receivables Note,Lending Facility
42|Diversified Credit|#78350f|3|2500000|accrual|1-1000|6-12|0|Credit Fund,Income Fund,Loan Portfolio
55|Specialty Finance|#9f1239|2|1500000|accrual|1-1000|7-16|0|Litigation Note,Royalty Note,Trade Finance Pool
57|Municipal Credit|#3f6212|1|1500000|accrual|90-110|2-5|0|Municipal Bond,School Bond,Water Bond
58|Repurchase Agreements|#155e75|1|9000000|accrual|1-1|3.4-5|0|Repo Fund,Repo Note,Overnight Repo
59|Fiat Currency|#4d7c0f|1|20000000|peg|1-1|0-0|0.0004|Bank Deposit,Cash Balance,Deposit Token
28|Stablecoins|#15803d|3|200000000|peg|1-1|0-0|0.0004|Dollar,Euro Coin,Stable
43|Institutional Alternative Funds|#1d4ed8|8|4000000|walk|100-1200|0-0|0.004|Diversified Fund,Multi-Strategy Fund,Feeder Fund
37|Commodities|#a16207|6|1500000|walk|20-3000|0-0|0.012|Gold Token,Silver Ounce,Copper Warrant
36|Real Estate|#be123c|9|700000|walk|50-500|0-0|0.002|Property Trust,Residence Share,Warehouse Note
32|Corporate Credit|#c2410c|5|3000000|accrual|90-110|4-9|0|Corporate Bond,Senior Note,Commercial Paper
30|Non-US Government Debt|#0369a1|4|3500000|accrual|1-105|1.5-7|0|Sovereign Bond,Gilt Fund,Treasury Note
35|Private Equity|#4338ca|3|2000000|walk|10-1000|0-0|0.003|Growth Fund,Secondary Fund,Venture Share
56|Venture Capital|#9333ea|1|900000|walk|1-500|0-0|0.004|Seed Portfolio,Venture Fund,Startup Share
52|Active Strategies|#0e7490|3|800000|walk|1-100|0-0|0.008|Strategy Vault,Basis Fund,Momentum Index`;

export type AssetClass = (typeof assetClasses)[number];
export const assetClasses = rowsOf(classTable).map(readClass);

function readClass([
  id,
  name = '',
  color = '',
  share,
  value,
  model,
  start,
  rate,
  step,
  nouns = '',
]: string[]) {
  const range = (text = ''): readonly [least: number, most: number] => {
    const [least = NaN, most = NaN] = text.split('-').map(Number);
    return [least, most];
  };
  return {
    id: Number(id),
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    color,
    /** Part of all assets, in percent. The parts add up to 100. */
    share: Number(share),
    /** How the net asset value of the class moves. */
    model: model === 'peg' || model === 'accrual' ? model : 'walk',
    /** First net asset value of a token, in dollars. */
    startValue: range(start),
    /** Yearly yield of accruing assets, in percent. */
    yieldPercent: range(rate),
    /** Largest step of a day, as a part of the value. */
    dailyStep: Number(step),
    /** Value of a common asset of the class, in dollars; the largest are thousands of times as large. */
    commonValue: Number(value),
    hasLoans: ['42', '51', '55'].includes(id ?? ''),
    /** Rule: data service interface, "What the service does": stablecoins have no transactions. */
    hasTransactions: id !== '28',
    nouns: nouns.split(','),
  };
}

/** The class of the asset at a point from 0 to 1 on a line where each class takes its share. */
export function assetClassAt(point: number): AssetClass {
  let passed = 0;
  for (const candidate of assetClasses) {
    passed += candidate.share / 100;
    if (point < passed) return candidate;
  }
  throw new RangeError('The shares of the classes of assets do not add up to 1.');
}

/** How addresses and transaction hashes are written on a kind of network. */
export type AddressForm = 'evm' | 'solana' | 'stellar' | 'xrpl' | 'aptos';

type Known = readonly [
  id: number,
  name: string,
  color: string,
  machine: string | null,
  form: AddressForm,
  parentId: number | null,
];

/** Networks of the live service under their ids. The parents of layer-2 networks but one are assumed. */
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

/** Networks in the order of their use: the first carry most tokens. 15 of them bear real names, the others are invented. */
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
      /** The network below, for layer-2 networks. */
      parentId,
      /** What tokens on it follow. */
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

/** A firm with a number and a name. */
export type SampleParty = ReturnType<typeof makeFirms>[number];

/** What firms offer, and what they do, as a sentence of their record says it. */
const services: ReadonlyMap<string, string> = new Map([
  ['Custody', 'keeps holdings in custody'],
  ['Audit', 'audits the books'],
  ['Fund Services', 'keeps the books of funds'],
  ['Transfer Agency', 'keeps the register of holders'],
  ['Identity', 'checks the identity of investors'],
  ['Paying Services', 'pays income to holders'],
]);

/** The words that end the names of firms of a kind, and the kind's random numbers, so that one more platform changes no issuer. */
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
    // The sixth issuer and each fortieth after it bear the awkward names.
    const awkward =
      odd && index % 40 === 5 ? awkwardNames[Math.floor(index / 40) % awkwardNames.length] : undefined;
    const name = awkward ?? party.name;
    const country = countries[random.heavyIndex(countries.length)] ?? random.pick(countries);
    const legalForm = random.pick(['LLC', 'Trust', 'Ltd', 'SA', 'GmbH', 'LP']);
    const state = country.states.length > 0 ? random.pick(country.states) : null;
    // Ten digits with leading zeros: texts that a spreadsheet would spoil.
    const hasCik = country.code === 'US' && random.chance(0.6);
    const cik = hasCik ? random.integer(1, 9_999_999).toString().padStart(10, '0') : null;
    const lei = random.chance(0.7) ? inventLei(random) : null;
    return { ...party, name, legalName: `${name} ${legalForm}`, legalForm, country, state, cik, lei };
  });
}

/** Twenty characters in the form of a legal entity identifier; the check digits do not add up, so it is nobody's. */
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
