import { Digits, dayMs, dayOf, type Raw, type RawRecord } from './answers.ts';
import { compareIds, type Kinds } from './conditions.ts';

/** Random records of a data service, determined by the seed. Imports nothing of the product. */

export const kindsOf = {
  assets: {
    id: 'id',
    name: 'text',
    ticker: 'text',
    description: 'text',
    inception_date: 'day',
    asset_class_name: 'text',
    asset_class_id: 'id',
    asset_class: 'object',
    is_investable: 'boolean',
    issuer_name: 'text',
    network_names: 'list',
    network_ids: 'list',
    token_count: 'number',
    asset_to_pegged_asset_ratio: 'number',
    total_asset_value_dollar: 'metric',
    circulating_market_value_dollar: 'metric',
    holding_addresses_count: 'metric',
    _updated_at: 'moment',
  },
  tokens: {
    id: 'id',
    name: 'text',
    address: 'text',
    decimals: 'number',
    standards: 'list',
    asset_id: 'id',
    asset: 'object',
    transferability_type: 'text',
    market_value_dollar: 'metric',
    total_supply_token: 'metric',
    holding_addresses_count: 'metric',
  },
  transactions: {
    id: 'id',
    transaction_hash: 'text',
    date: 'day',
    timestamp: 'moment',
    transaction_type: 'object',
    transaction_type_id: 'id',
    amount: 'number',
    usd_amount: 'number',
    from_address: 'text',
    to_address: 'text',
    asset: 'object',
    asset_id: 'id',
    asset_class_id: 'id',
    token: 'object',
    token_id: 'id',
    network_id: 'id',
    protocol_id: 'id',
  },
} as const satisfies Record<string, Kinds>;
export type WorldResource = keyof typeof kindsOf;

export interface World {
  readonly seed: number;
  readonly records: Record<WorldResource, readonly RawRecord[]>;
  /** Addresses in transactions, on all networks. */
  readonly addresses: readonly string[];
}

/** Returns numbers from 0 to 1, without 1. Rule: mulberry32, by Tommy Ettinger, public domain. */
export function makeDice(seed: number) {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    whole: (from: number, to: number): number => from + Math.floor(next() * (to - from + 1)),
    chance: (part: number): boolean => next() < part,
    pick: <Choice>(choices: readonly Choice[]): Choice =>
      choices[Math.floor(next() * choices.length)] as Choice,
  };
}
export type Dice = ReturnType<typeof makeDice>;

const oddTexts = [
  '',
  'Plain fund',
  'plain fund',
  'Größe & Söhne',
  'a "quoted" word',
  'comma, semicolon; tab\there',
  'two\nlines',
  ' space around ',
  '0123',
  '1e5',
  'null',
  '日本の債券',
  '😀 fund',
  'NaN',
  '50 % note',
  "o'clock_",
];

const networks = [
  { id: 1, name: 'Ethereum', form: 'evm' },
  { id: 10, name: 'Base', form: 'evm' },
  { id: 2, name: 'Solana', form: 'solana' },
  { id: 9, name: 'Stellar', form: 'stellar' },
  { id: 46, name: 'XRP Ledger', form: 'xrpl' },
  { id: 38, name: 'Aptos', form: 'aptos' },
] as const;
type Form = (typeof networks)[number]['form'];

const types: readonly (readonly [number, string, string])[] = [
  [1, 'token-mint', 'Token Mint'],
  [2, 'token-burn', 'Token Burn'],
  [3, 'token-transfer', 'Token Transfer'],
];

const num = (text: string | number): Digits => new Digits(String(text));
const zeroAddress = `0x${'0'.repeat(40)}`;

function letters(dice: Dice, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(dice.whole(0, alphabet.length - 1))).join('');
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const makeAddress: Readonly<Record<Form, (dice: Dice) => string>> = {
  evm: (dice) => `0x${letters(dice, '0123456789abcdef', 40)}`,
  aptos: (dice) => `0x${letters(dice, '0123456789abcdef', 64)}`,
  solana: (dice) => `z${letters(dice, base58, 42)}`,
  stellar: (dice) => `G${letters(dice, base32, 55)}`,
  xrpl: (dice) => `r${letters(dice, base58, 33)}`,
};

/** Numbers as services send them: whole, cents, with rounding noise, tiny, or beyond a double. */
function figure(dice: Dice, beyond: boolean): Raw {
  const kinds: readonly (() => string)[] = [
    () => '0',
    () => dice.whole(1, 9).toString(),
    () => dice.whole(-5_000, 5_000_000).toString(),
    () => (dice.whole(1, 900_000_000) / 100).toString(),
    () => (dice.whole(1, 900_000_000) / 100).toString(),
    () => (dice.whole(1, 1_000_000) / 7).toString(),
    () => `0.00000${dice.whole(1, 9).toString()}`,
    () => `${dice.whole(1, 99).toString()}.5e${dice.whole(-3, 6).toString()}`,
  ];
  if (dice.chance(0.12)) return null;
  if (beyond && dice.chance(0.03))
    return num(`${dice.whole(1, 9).toString()}2345678901234567890.${dice.whole(1, 9).toString()}2`);
  return num(dice.pick(kinds)());
}

function metric(dice: Dice, beyond: boolean): Raw {
  if (dice.chance(0.08)) return null;
  const members: Record<string, Raw> = { val: figure(dice, beyond) };
  for (const name of ['val_7d', 'val_30d', 'chg_7d_pct'])
    if (dice.chance(0.8)) members[name] = figure(dice, false);
  return members;
}

const someOr = <Value extends Raw>(dice: Dice, value: Value): Value | null =>
  dice.chance(0.12) ? null : value;

export interface WorldSize {
  readonly assets: number;
  readonly tokens: number;
  readonly transactions: number;
  /** True for some numbers beyond a double. */
  readonly beyond?: boolean;
}

export function makeWorld(seed: number, { beyond = false, ...size }: WorldSize): World {
  const dice = makeDice(seed);
  const classes = [27, 28, 34, 37].map((id) => ({ id, name: `Class ${id.toString()}` }));
  const assets = Array.from({ length: size.assets }, (_, index): RawRecord => {
    const of = dice.pick(classes);
    const on = networks.filter(() => dice.chance(0.3));
    return {
      id: num(index + 1),
      name: dice.chance(0.5) ? `Fund ${(index + 1).toString()}` : dice.pick(oddTexts),
      ticker: someOr(dice, letters(dice, 'ABC', 3)),
      description: someOr(dice, dice.pick(oddTexts)),
      inception_date: someOr(dice, dayOf(Date.UTC(2024, 0, 1) + dice.whole(0, 700) * dayMs)),
      asset_class_name: of.name,
      asset_class_id: num(of.id),
      asset_class: { id: num(of.id), name: of.name },
      is_investable: someOr(dice, dice.chance(0.5)),
      issuer_name: dice.pick(['Issuer A', 'Issuer B', 'issuer a', '']),
      network_names: on.map(({ name }) => name),
      network_ids: on.map(({ id }) => num(id)),
      token_count: someOr(dice, num(dice.whole(0, 12))),
      asset_to_pegged_asset_ratio: figure(dice, beyond),
      total_asset_value_dollar: metric(dice, beyond),
      circulating_market_value_dollar: metric(dice, beyond),
      holding_addresses_count: metric(dice, false),
      _updated_at: `${dayOf(Date.UTC(2026, 0, 1) + dice.whole(0, 60) * dayMs)}T0${dice.whole(0, 9).toString()}:30:00`,
      zz_unknown: someOr(dice, dice.pick(oddTexts)),
    };
  });
  const pools = new Map<Form, readonly string[]>(
    networks.map(({ form }) => [form, Array.from({ length: 7 }, () => makeAddress[form](dice))]),
  );
  const minted = Array.from({ length: size.tokens }, (_, index) => {
    const network = dice.pick(networks);
    const issuer = dice.pick(pools.get(network.form) ?? []);
    const address =
      network.form === 'xrpl'
        ? issuer
        : network.form === 'stellar'
          ? `USDX-${issuer}-1`
          : makeAddress[network.form](dice);
    return { id: index + 1, asset: dice.whole(1, size.assets), network, issuer, address };
  });
  const tokens = minted.map(({ id, asset, address }): RawRecord => ({
    id: num(id),
    name: `Token ${id.toString()} ${dice.pick(oddTexts)}`,
    address,
    decimals: num(dice.pick([0, 6, 18])),
    standards: dice.pick([[], ['ERC-20'], ['ERC-20', 'ERC-1404']]),
    asset_id: num(asset),
    asset: { id: num(asset), name: `Fund ${asset.toString()}` },
    transferability_type: someOr(dice, dice.pick(['Transferable', 'Whitelist'])),
    market_value_dollar: metric(dice, beyond),
    total_supply_token: metric(dice, beyond),
    holding_addresses_count: metric(dice, false),
  }));
  const transactions: RawRecord[] = [];
  for (let nth = 0; transactions.length < size.transactions; nth += 1) {
    const { id, asset, network, issuer, address } = dice.pick(minted);
    const [type, slug, name] = dice.pick([...types, ...types.slice(2), ...types.slice(2)]);
    const pool = pools.get(network.form) ?? [];
    const party = (): string => {
      const one = dice.pick(pool);
      return network.form === 'evm' && dice.chance(0.2) ? `0x${one.slice(2).toUpperCase()}` : one;
    };
    const nobody = { evm: zeroAddress, solana: null, aptos: null, xrpl: issuer, stellar: issuer }[
      network.form
    ];
    const hash = letters(dice, '0123456789abcdef', 24) + nth.toString();
    const moment = Date.UTC(2026, 0, 1) + dice.whole(0, 90 * 86_400) * 1000;
    const isTyped = slug !== 'token-transfer' || dice.chance(0.9);
    const record = {
      id: `${network.id.toString()}-${hash}-${dice.whole(0, 9).toString()}-0`,
      transaction_hash: hash,
      date: `${dayOf(moment)}T00:00:00.000Z`,
      timestamp: someOr(dice, new Date(moment).toISOString().replace('.000Z', 'Z')),
      transaction_type: isTyped ? { id: num(type), slug, name, description: name } : null,
      transaction_type_id: isTyped ? num(type) : null,
      amount: figure(dice, beyond),
      usd_amount: figure(dice, false),
      from_address: slug === 'token-mint' ? nobody : party(),
      to_address: slug === 'token-burn' ? (network.form === 'stellar' ? null : nobody) : party(),
      asset: { id: asset.toString(), name: `Fund ${asset.toString()}`, asset_class_name: 'Class 27' },
      asset_id: num(asset),
      asset_class_id: num(27),
      token: {
        id: id.toString(),
        asset_id: asset.toString(),
        network_name: network.name,
        network_id: num(network.id),
        address,
      },
      token_id: num(id),
      network_id: num(network.id),
      protocol_id: someOr(dice, num(dice.whole(1, 4))),
    };
    if (network.form !== 'solana') {
      transactions.push(record);
      continue;
    }
    // One feed names token accounts, the other their owners. Some transfers are in one feed only.
    const index = dice.whole(0, 9).toString();
    const other = dice.chance(0.85) ? index : `${index}1`;
    const accounts = { from_address: makeAddress.solana(dice), to_address: makeAddress.solana(dice) };
    if (dice.chance(0.9)) transactions.push({ ...record, ...accounts, id: `2-${hash}-${other}` });
    transactions.push({ ...record, id: `2_${hash}_1_${index}` });
    if (dice.chance(0.1)) transactions.push({ ...record, id: `2_${hash}_2_${index}2` });
  }
  const byId = (a: RawRecord, b: RawRecord): number => compareIds(idOf(a), idOf(b));
  return {
    seed,
    records: { assets, tokens, transactions: transactions.toSorted(byId) },
    addresses: [...pools.values()].flat(),
  };
}

export function idOf({ id = null }: RawRecord): string {
  return id instanceof Digits ? id.text : String(id);
}
