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
  type WatchedWallet,
  type WalletsRead,
} from '../../../../preload/contract/watchlists.ts';
import { withoutInvisible } from '../../../../preload/contract/invisible.ts';
import { onThread } from '../../../platform/threads/thread.ts';
import { checkAddress, formOf } from './checkAddress.ts';

const maxErrors = 200;

/** Longer than any wallet with its label. */
const longestLine = 10_000;
const tooLong = `This line is longer than ${longestLine.toLocaleString('en')} characters. Shorten it, or put each wallet on a line of its own.`;

const columnNames = ['address', 'label', 'chain', 'side'] as const;
type ColumnName = (typeof columnNames)[number];
type ColumnIndexes = Readonly<Partial<Record<ColumnName, number>>>;

/** Headings without spaces and signs. If several name a column, the first here wins. */
const headings: Readonly<Record<ColumnName, readonly string[]>> = {
  address: [
    'address',
    'holderaddress',
    'walletaddress',
    'accountaddress',
    'wallet',
    'account',
    'holder',
    'owner',
  ],
  label: ['label', 'name', 'nametag', 'addresslabel', 'addressnametag', 'entity', 'tag', 'note'],
  chain: ['chain', 'network', 'blockchain'],
  side: ['side', 'direction'],
};

const chainNames: Readonly<Record<ChainForm, readonly string[]>> = {
  evm: [
    ...[
      'ethereum',
      'eth',
      'ethereum mainnet',
      'arbitrum',
      'arbitrum one',
      'avalanche',
      'avalanche c-chain',
      'avax',
    ],
    ...[
      'base',
      'binance sc',
      'bnb',
      'bnb chain',
      'bsc',
      'celo',
      'gnosis',
      'mantle',
      'optimism',
      'plume',
      'polygon',
    ],
    ...['polygon pos', 'scroll', 'zksync lite'],
  ],
  solana: ['sol'],
  stellar: ['xlm'],
  xrpl: ['xrp', 'ripple', 'xrp ledger'],
  aptos: ['apt'],
};

/** Takes a few milliseconds to read. */
const shortText = 20_000;

export async function readWalletText(text: string, workerUrl: URL): Promise<WalletsRead> {
  if (text.length <= shortText) return readWallets(text);
  return onThread<{ readWallets: typeof readWallets }, WalletsRead>(workerUrl, 'wallets', (thread) =>
    thread.call('readWallets', text),
  );
}

/**
 * Reads up to `most` wallets from pasted text or CSV: per line an address with an optional label, several
 * addresses, or columns named by the first line (address, label, chain, side; others are ignored). Separators
 * are comma, semicolon and tab (RFC 4180 quoting). Also reads JSON and Python lists, and the forms of
 * `plainAddress`.
 */
export function readWallets(text: string, most: number = watchLimits.wallets): WalletsRead {
  const wallets = new Map<string, WatchedWallet>();
  const labels = new Map<string, AddressLabel>();
  const errors: WalletsRead['errors'] = [];
  const errorLines: number[] = [];
  let repeated = 0;
  let indexes: ColumnIndexes = { address: 0, label: 1, chain: 2, side: 3 };
  let isFirst = true;
  let isNamed = false;
  let separator: string | undefined;
  eachLine(withoutInvisible(text), (written, number) => {
    const line = withoutBrackets(written);
    const cells = cellsOf(line, separator);
    const named = isFirst ? headingOf(cells) : null;
    if (named !== null) separator = separatorOf(line);
    isFirst = false;
    isNamed ||= named !== null;
    indexes = named ?? indexes;
    if (named !== null || line === '') return;
    const words = isNamed ? [] : cells.flatMap((cell) => cell.split(/\s+/)).filter((word) => word !== '');
    if (words.slice(1).some((word) => formOf(plainAddress(word)) !== null))
      for (const word of words) take([word], word, number);
    else if (line.length > longestLine) error(line, number, tooLong);
    else take(cells, line, number);
  });
  return { wallets: [...wallets.values()], labels: [...labels.values()], errors, errorLines, repeated };

  function take(cells: readonly string[], line: string, number: number): void {
    // Once full, only known wallets need the checksum, which takes most of the time.
    const isFull = wallets.size >= most;
    const isOther = isFull && !wallets.has(walletKey(plainAddress(cells[indexes.address ?? -1] ?? '')));
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
  }

  function error(line: string, number: number, message: string): void {
    if (errorLines.at(-1) === number) return;
    errorLines.push(number);
    if (errors.length < maxErrors) errors.push({ line: number, text: line.trim().slice(0, 120), message });
  }
}

function withoutBrackets(line: string): string {
  const opened = line.replace(/^\s*[[({]+\s*(?=['"]|0x|$)/, '');
  const behind = opened === line && !/^\s*[\])}]/.test(line) ? ' \t,;' : ' \t,;])}';
  let end = opened.length;
  while (end > 0 && behind.includes(opened.charAt(end - 1))) end -= 1;
  return opened.slice(0, end);
}

/** Extracts an address from quotes, `eth:0x…` (ERC-3770), `eip155:1:0x…` (CAIP-10), or a link. */
function plainAddress(text: string): string {
  if (!/['"`:<]/.test(text)) return text;
  const bare = text.replace(/^[\s'"`<[({]+|[\s'"`>\])}]+$/g, '');
  if (/^https?:/i.test(bare))
    return (
      /\/(?:address|addresses|account|accounts|wallet|holder|profile)\/([^/?#]+)/i.exec(bare)?.[1] ?? bare
    );
  return /^[\w-]+:(?:[\w-]+:)?[^:\s]+$/.test(bare) ? bare.slice(bare.lastIndexOf(':') + 1) : bare;
}

/** Visits nonblank lines, numbered from 1, without building a list of millions. */
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

/** Merges a repeated wallet: both sides if they differ. */
function bothOf(first: WatchedWallet, again: WatchedWallet): WatchedWallet {
  return { ...first, side: first.side === again.side ? first.side : 'either' };
}

const tooMany = `At most ${watchLimits.wallets.toLocaleString('en')} wallets can be watched. Remove the lines you need least.`;

function readLine(
  cells: readonly string[],
  indexes: ColumnIndexes,
): { readonly wallet: WatchedWallet; readonly label: string } | string {
  const cell = (name: ColumnName): string => cells[indexes[name] ?? -1] ?? '';
  const chain = chainOf(cell('chain'));
  if (chain === null) {
    return `“${cell('chain').slice(0, 40)}” is not a known network. Use evm, solana, stellar, xrpl or aptos, or leave it empty.`;
  }
  const side = sideOf(cell('side'));
  if (side === null) {
    return `“${cell('side').slice(0, 40)}” is not a side of a transaction. Use from, to or either, or leave it empty.`;
  }
  const address = plainAddress(cell('address'));
  if (address === '') return 'This line has no address. Add one, or remove the line.';
  const checked = checkAddress(address, chain);
  if (!checked.ok) return checked.message;
  const label = cell('label').replace(/\s+/g, ' ').trim();
  if (label.length > longestLabel) return `A label has at most ${longestLabel.toString()} characters.`;
  const wallet = walletSchema.safeParse({ address: checked.address, chain: checked.chain, side });
  if (wallet.success) return { wallet: wallet.data, label };
  return wallet.error.issues[0]?.message ?? 'This line cannot be read.';
}

/** Returns undefined without a name, null for an unknown one. */
function chainOf(text: string): ChainForm | undefined | null {
  const name = text.toLowerCase().replaceAll('_', ' ');
  if (name === '') return undefined;
  return chainForms.find((form) => form === name || chainNames[form].includes(name)) ?? null;
}

function sideOf(text: string): WalletSide | null {
  const name = text.toLowerCase();
  if (name === '' || name === 'both') return 'either';
  return walletSides.find((side) => side === name) ?? null;
}

/** Returns null if the line is no heading. */
function headingOf(cells: readonly string[]): ColumnIndexes | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const indexes: Partial<Record<ColumnName, number>> = {};
  for (const column of columnNames) {
    const heading = headings[column].find((name) => names.includes(name));
    if (heading !== undefined) indexes[column] = names.indexOf(heading);
  }
  return indexes.address === undefined ? null : indexes;
}

function separatorOf(line: string): string | undefined {
  return ['\t', ';', ','].find((one) => line.includes(one));
}

/** Rule: RFC 4180, 2, without line breaks in cells. Without separators, text after an address is a label. */
function cellsOf(line: string, heading: string | undefined): string[] {
  // Most lines are a bare address.
  if (!/[\s;,]/.test(line)) return [line];
  const separator = heading !== undefined && line.includes(heading) ? heading : separatorOf(line);
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
