import { keccak_256 } from '@noble/hashes/sha3.js';

/** What main and the window need to know of the wallets of watchlists, without their schemas. */

/** How addresses are written on a family of networks. */
export const chainForms = ['evm', 'solana', 'stellar', 'xrpl', 'aptos'] as const;
export type ChainForm = (typeof chainForms)[number];

/** What a form is called. */
export const chainFormNames: Readonly<Record<ChainForm, string>> = {
  evm: 'Ethereum and compatible',
  solana: 'Solana',
  stellar: 'Stellar',
  xrpl: 'XRP Ledger',
  aptos: 'Aptos',
};

/** On which side of a transaction a wallet is looked for. */
export const walletSides = ['from', 'to', 'either'] as const;
export type WalletSide = (typeof walletSides)[number];

const hexadecimal = /^0x[0-9a-f]+$/i;

/** The one spelling of an address: hexadecimal ones mean the same in any case, others do not. */
export function walletKey(address: string): string {
  return hexadecimal.test(address) ? address.toLowerCase() : address;
}

/**
 * The spellings under which a service may know an address: as it was entered, and for hexadecimal ones in small letters, in capital
 * ones, and for Ethereum and compatible networks with the checksum. Assumed: a service spells hexadecimal addresses in one of these.
 */
export function walletSpellings(address: string): readonly string[] {
  const known = spellings.get(address);
  if (known !== undefined) return known;
  const made = spell(address);
  if (spellings.size >= maxEntries) spellings.clear();
  spellings.set(address, made);
  return made;
}

/** A checksum takes a hash, and every plan and every statement of rules needs all of them. */
const spellings = new Map<string, readonly string[]>();
const maxEntries = 20_000;

function spell(address: string): string[] {
  if (!hexadecimal.test(address)) return [address];
  const small = address.toLowerCase();
  const capital = `0x${small.slice(2).toUpperCase()}`;
  const further = ethereum.test(small) ? [checksummed(small)] : [];
  return [...new Set([address, small, ...further, capital])];
}

const ethereum = /^0x[0-9a-f]{40}$/;

/** An address of Ethereum and compatible networks with its checksum in the case of its letters. Rule: ERC-55. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const bytes = new Uint8Array(digits.length);
  for (let index = 0; index < digits.length; index += 1) bytes[index] = digits.charCodeAt(index);
  const hash = keccak_256(bytes);
  // Without a list of characters: long lists of wallets come through here.
  const capitals = digits.toUpperCase();
  let spelled = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0xf;
    spelled += nibble >= 8 ? capitals.charAt(index) : digits.charAt(index);
  }
  return spelled;
}

/** As short as an address of any network is. */
const shortestAddress = 25;

/** True for what may be an address or a hash of any network. */
export function isAddress(text: string): boolean {
  return text.length >= shortestAddress && /^[0-9a-z]+$/i.test(text);
}
