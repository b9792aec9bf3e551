import { keccak_256 } from '@noble/hashes/sha3.js';

export const chainForms = ['evm', 'solana', 'stellar', 'xrpl', 'aptos'] as const;
export type ChainForm = (typeof chainForms)[number];

export const chainFormNames: Readonly<Record<ChainForm, string>> = {
  evm: 'Ethereum and compatible',
  solana: 'Solana',
  stellar: 'Stellar',
  xrpl: 'XRP Ledger',
  aptos: 'Aptos',
};

export const walletSides = ['from', 'to', 'either'] as const;
export type WalletSide = (typeof walletSides)[number];

const hexadecimal = /^0x[0-9a-f]+$/i;

/** Ignores case for hexadecimal addresses (ERC-55 uses it for a checksum), not for base58 and base32. */
export function walletKey(address: string): string {
  return hexadecimal.test(address) ? address.toLowerCase() : address;
}

/** As entered; hexadecimal also in lower case, upper case and with checksum. Assumed: no others. */
export function walletSpellings(address: string): readonly string[] {
  const known = spellings.get(address);
  if (known !== undefined) return known;
  const made = spell(address);
  if (spellings.size >= maxEntries) spellings.clear();
  spellings.set(address, made);
  return made;
}

/** A checksum is a hash, and each plan and statement needs all of them. */
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

/** Adds the checksum by case (ERC-55). */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const bytes = new Uint8Array(digits.length);
  for (let index = 0; index < digits.length; index += 1) bytes[index] = digits.charCodeAt(index);
  const hash = keccak_256(bytes);
  // Avoids arrays: lists of wallets are long.
  const capitals = digits.toUpperCase();
  let spelled = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0xf;
    spelled += nibble >= 8 ? capitals.charAt(index) : digits.charAt(index);
  }
  return spelled;
}

const shortestAddress = 25;

/** A sentence if the text is no address; else null. */
export function addressProblem(text: string): string | null {
  return isAddress(text)
    ? null
    : `“${text}” is no address: an address has ${shortestAddress.toString()} or more letters and digits, and nothing else.`;
}

export function isAddress(text: string): boolean {
  return text.length >= shortestAddress && /^[0-9a-z]+$/i.test(text);
}
