import { makeRandom, type Random } from './random.ts';

/** The spelling of addresses and transaction hashes on a kind of network. */
export type AddressForm = 'evm' | 'solana' | 'stellar' | 'xrpl' | 'aptos';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58Xrpl = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A text of `length` characters of an alphabet, or of hexadecimal digits, after a prefix. */
export interface Spelling {
  readonly prefix: string;
  readonly alphabet: 'hex' | typeof base58 | typeof base58Xrpl | typeof base32;
  readonly length: number;
}

const addressSpellings: Readonly<Record<AddressForm, Spelling>> = {
  evm: { prefix: '0x', alphabet: 'hex', length: 40 },
  solana: { prefix: '', alphabet: base58, length: 44 },
  stellar: { prefix: 'G', alphabet: base32, length: 55 },
  xrpl: { prefix: 'r', alphabet: base58Xrpl, length: 33 },
  aptos: { prefix: '0x', alphabet: 'hex', length: 64 },
};

const hashSpellings: Readonly<Record<AddressForm, Spelling>> = {
  evm: { prefix: '0x', alphabet: 'hex', length: 64 },
  solana: { prefix: '', alphabet: base58, length: 88 },
  stellar: { prefix: '', alphabet: 'hex', length: 64 },
  xrpl: { prefix: '', alphabet: 'hex', length: 64 },
  aptos: { prefix: '0x', alphabet: 'hex', length: 64 },
};

/** The invented address that `keys` stand for: in the form of the network, and of nobody's wallet. */
export function inventAddress(form: AddressForm, ...keys: readonly number[]): string {
  return spell(addressSpellings[form], makeRandom(...keys, 11));
}

/** How hashes of transactions are spelled on such a network. */
export function hashSpelling(form: AddressForm): Spelling {
  return hashSpellings[form];
}

function spell({ prefix, alphabet, length }: Spelling, random: Random): string {
  if (alphabet === 'hex') {
    const bytes = Buffer.allocUnsafe(length / 2);
    for (let place = 0; place < bytes.length; place += 4) bytes.writeUInt32LE(random.bits(), place);
    return prefix + bytes.toString('hex');
  }
  let text = prefix;
  for (let place = 0; place < length; place += 1) text += alphabet[random.bits() % alphabet.length] ?? '';
  return text;
}
