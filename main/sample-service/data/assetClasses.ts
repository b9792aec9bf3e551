/** How the net asset value of a class of assets moves. */
export type PriceModel = 'peg' | 'accrual' | 'walk';

export interface AssetClass {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly color: string;
  /** Part of all assets, in percent. The parts add up to 100. */
  readonly share: number;
  readonly model: PriceModel;
  /** First net asset value of a token, in dollars. */
  readonly startValue: readonly [least: number, most: number];
  /** Yearly yield of accruing assets, in percent. */
  readonly yieldPercent: readonly [least: number, most: number];
  /** Largest step of a day, as a part of the value. */
  readonly dailyStep: number;
  /** Value of a common asset of the class, in dollars; the largest are thousands of times as large. */
  readonly commonValue: number;
  readonly hasLoans: boolean;
  /** Rule: data service interface, "What the service does": stablecoins have no transactions. */
  readonly hasTransactions: boolean;
  readonly nouns: readonly string[];
}

/** Ids as the live service has them where they are known, assumed for the others. */
export const assetClasses: readonly AssetClass[] = [
  assetClass(34, 'Stocks', '#7c3aed', 30, 'walk', [5, 400], [0, 0], 0.02, 60_000, [
    'Tokenized Share',
    'Equity Note',
    'Share Token',
  ]),
  assetClass(27, 'US Treasury Debt', '#0f766e', 12, 'accrual', [1, 110], [3.4, 5.2], 0, 9_000_000, [
    'Treasury Fund',
    'T-Bill Token',
    'Government Money Fund',
  ]),
  assetClass(33, 'Private Credit', '#b45309', 15, 'accrual', [1, 1000], [6, 16], 0, 2_500_000, [
    'Credit Pool',
    'Receivables Note',
    'Lending Facility',
  ]),
  assetClass(28, 'Stablecoins', '#15803d', 4, 'peg', [1, 1], [0, 0], 0.0004, 200_000_000, [
    'Dollar',
    'Euro Coin',
    'Stable',
  ]),
  assetClass(
    43,
    'Institutional Alternative Funds',
    '#1d4ed8',
    8,
    'walk',
    [100, 1200],
    [0, 0],
    0.004,
    4_000_000,
    ['Diversified Fund', 'Multi-Strategy Fund', 'Feeder Fund'],
  ),
  assetClass(29, 'Commodities', '#a16207', 6, 'walk', [20, 3000], [0, 0], 0.012, 1_500_000, [
    'Gold Token',
    'Silver Ounce',
    'Copper Warrant',
  ]),
  assetClass(30, 'Real Estate', '#be123c', 9, 'walk', [50, 500], [0, 0], 0.002, 700_000, [
    'Property Trust',
    'Residence Share',
    'Warehouse Note',
  ]),
  assetClass(31, 'Corporate Credit', '#c2410c', 5, 'accrual', [90, 110], [4, 9], 0, 3_000_000, [
    'Corporate Bond',
    'Senior Note',
    'Commercial Paper',
  ]),
  assetClass(32, 'Non-US Government Debt', '#0369a1', 4, 'accrual', [1, 105], [1.5, 7], 0, 3_500_000, [
    'Sovereign Bond',
    'Gilt Fund',
    'Treasury Note',
  ]),
  assetClass(35, 'Private Equity', '#4338ca', 3, 'walk', [10, 1000], [0, 0], 0.003, 2_000_000, [
    'Growth Fund',
    'Secondary Fund',
    'Venture Share',
  ]),
  assetClass(56, 'Venture Capital', '#9333ea', 1, 'walk', [1, 500], [0, 0], 0.004, 900_000, [
    'Seed Portfolio',
    'Venture Fund',
    'Startup Share',
  ]),
  assetClass(36, 'Active Strategies', '#0e7490', 3, 'walk', [1, 100], [0, 0], 0.008, 800_000, [
    'Strategy Vault',
    'Basis Fund',
    'Momentum Index',
  ]),
];

function assetClass(
  id: number,
  name: string,
  color: string,
  share: number,
  model: PriceModel,
  startValue: AssetClass['startValue'],
  yieldPercent: AssetClass['yieldPercent'],
  dailyStep: number,
  commonValue: number,
  nouns: readonly string[],
): AssetClass {
  return {
    id,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    color,
    share,
    model,
    startValue,
    yieldPercent,
    dailyStep,
    commonValue,
    hasLoans: id === 33,
    hasTransactions: id !== 28,
    nouns,
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
