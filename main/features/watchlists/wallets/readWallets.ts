import { longestLabel } from '../../../../preload/contract/limits.ts';
import type { AddressLabel } from '../../../../preload/contract/annotations.ts';
import {
  chainForms,
  walletKey,
  walletSides,
  type ChainForm,
  type WalletSide,
} from '../../../../preload/contract/walletAddresses.ts';
import {
  walletSchema,
  watchLimits,
  type Wallet,
  type WalletsRead,
} from '../../../../preload/contract/watchlists.ts';
import { checkAddress } from './checkAddress.ts';

/** More errors than these are not reported one by one. */
const maxErrors = 200;

/** No wallet with its label and other columns takes more characters. */
const longestLine = 10_000;
const tooLong = `This line is longer than ${longestLine.toLocaleString('en')} characters. Shorten it, or put each wallet on a line of its own.`;

const columnNames = ['address', 'label', 'chain', 'side'] as const;
type ColumnName = (typeof columnNames)[number];
type ColumnIndexes = Readonly<Partial<Record<ColumnName, number>>>;

/** What the first line may call the columns. */
const otherNames = new Map<string, ColumnName>(
  Object.entries({
    wallet: 'address',
    account: 'address',
    name: 'label',
    tag: 'label',
    note: 'label',
    network: 'chain',
    blockchain: 'chain',
    direction: 'side',
  } as const),
);

const chainNames = new Map<string, ChainForm>(
  Object.entries({
    ethereum: 'evm',
    eth: 'evm',
    sol: 'solana',
    xlm: 'stellar',
    xrp: 'xrpl',
    ripple: 'xrpl',
    'xrp ledger': 'xrpl',
    apt: 'aptos',
  } as const),
);

/**
 * Reads wallets from pasted text or a CSV file: on each line an address, after it a label where there is one; or columns in
 * the order that the first line names: address, label, chain, side. Comma, semicolon and tab separate (RFC 4180 quoting).
 */
export function readWallets(text: string): WalletsRead {
  const wallets = new Map<string, Wallet>();
  const labels = new Map<string, AddressLabel>();
  const errors: WalletsRead['errors'] = [];
  const errorLines: number[] = [];
  let repeated = 0;
  let indexes: ColumnIndexes = { address: 0, label: 1, chain: 2, side: 3 };
  let isFirst = true;
  eachLine(text, (line, number) => {
    if (line.length > longestLine) {
      error(line, number, tooLong);
      return;
    }
    const cells = cellsOf(line);
    const named = isFirst ? headingOf(cells) : null;
    isFirst = false;
    if (named !== null) {
      indexes = named;
      return;
    }
    // Once there are as many as can be watched, a checksum, which takes most of the time, matters for those alone that are there already.
    const isFull = wallets.size >= watchLimits.wallets;
    const isOther = isFull && !wallets.has(walletKey(cells[indexes.address ?? -1] ?? ''));
    const read = isOther ? tooMany : readLine(cells, indexes);
    if (typeof read === 'string') {
      error(line, number, read);
      return;
    }
    const { wallet, label } = read;
    const key = walletKey(wallet.address);
    const known = wallets.get(key);
    if (known === undefined && isFull) {
      error(line, number, tooMany);
      return;
    }
    if (known !== undefined) repeated += 1;
    wallets.set(key, known === undefined ? wallet : bothOf(known, wallet));
    if (label !== '' && !labels.has(key)) labels.set(key, { address: wallet.address, label });
  });
  return { wallets: [...wallets.values()], labels: [...labels.values()], errors, errorLines, repeated };

  function error(line: string, number: number, message: string): void {
    errorLines.push(number);
    if (errors.length < maxErrors) errors.push({ line: number, text: line.trim().slice(0, 120), message });
  }
}

/** Calls `visit` with each line that is not blank, and its number from 1. Makes no list of lines: there may be millions. */
function eachLine(text: string, visit: (line: string, number: number) => void): void {
  let number = 1;
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const part = text.slice(start, end);
    start = end + 1;
    if (!part.includes('\r')) {
      if (/\S/.test(part)) visit(part, number);
      number += 1;
      continue;
    }
    for (const line of part.replace(/\r$/, '').split('\r')) {
      if (/\S/.test(line)) visit(line, number);
      number += 1;
    }
  }
}

/** A wallet that is named again: as it was first, on both sides where each named another. */
function bothOf(first: Wallet, again: Wallet): Wallet {
  return { ...first, side: first.side === again.side ? first.side : 'either' };
}

const tooMany = `At most ${watchLimits.wallets.toLocaleString('en')} wallets can be watched. Remove the lines you need least.`;

/** The wallet of a line and what the line calls it, or a sentence on what is wrong with it. */
function readLine(
  cells: readonly string[],
  indexes: ColumnIndexes,
): { readonly wallet: Wallet; readonly label: string } | string {
  const cell = (name: ColumnName): string => cells[indexes[name] ?? -1] ?? '';
  const chain = chainOf(cell('chain'));
  if (chain === null) {
    return `“${cell('chain').slice(0, 40)}” is not a known network. Use evm, solana, stellar, xrpl or aptos, or leave it empty.`;
  }
  const side = sideOf(cell('side'));
  if (side === null) {
    return `“${cell('side').slice(0, 40)}” is not a side of a transaction. Use from, to or either, or leave it empty.`;
  }
  const address = cell('address');
  if (address === '') return 'This line has no address. Add one, or remove the line.';
  const checked = checkAddress(address, chain);
  if (!checked.ok) return checked.message;
  const label = cell('label').replace(/\s+/g, ' ').trim();
  if (label.length > longestLabel) return `A label has at most ${longestLabel.toString()} characters.`;
  const wallet = walletSchema.safeParse({ address: checked.address, chain: checked.chain, side });
  if (wallet.success) return { wallet: wallet.data, label };
  return wallet.error.issues[0]?.message ?? 'This line cannot be read.';
}

/** Undefined where none is named, null where it is not known. */
function chainOf(text: string): ChainForm | undefined | null {
  const name = text.toLowerCase();
  if (name === '') return undefined;
  return chainForms.find((form) => form === name) ?? chainNames.get(name) ?? null;
}

function sideOf(text: string): WalletSide | null {
  const name = text.toLowerCase();
  if (name === '' || name === 'both') return 'either';
  return walletSides.find((side) => side === name) ?? null;
}

/** The places of the columns, where the line is a heading. */
function headingOf(cells: readonly string[]): ColumnIndexes | null {
  const indexes: Partial<Record<ColumnName, number>> = {};
  cells.forEach((cell, index) => {
    const text = cell.toLowerCase();
    const name = columnNames.find((column) => column === text) ?? otherNames.get(text);
    if (name !== undefined) indexes[name] ??= index;
  });
  return indexes.address === undefined ? null : indexes;
}

/** Rule: RFC 4180, 2, but that no cell holds a line break. Without any separator the words after the address are its label. */
function cellsOf(line: string): string[] {
  // Most lines are an address alone.
  if (!/[\s;,]/.test(line)) return [line];
  const separator = ['\t', ';', ','].find((one) => line.includes(one));
  if (separator === undefined) {
    const [address = '', ...words] = line.trim().split(/\s+/);
    return [address, words.join(' ')];
  }
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isBlank = true;
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (quoted && character === '"' && line[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"' && (quoted || isBlank)) quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
      isBlank = true;
      continue;
    } else cell += character;
    isBlank &&= cell === '' || character === ' ';
  }
  return [...cells, cell.trim()];
}
