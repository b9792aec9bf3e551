import { createHash } from 'node:crypto';
import { makeRandom, type Random } from './random.ts';

/** How addresses and transaction hashes are written on a kind of network. */
export type AddressForm = 'evm' | 'solana' | 'stellar' | 'xrpl' | 'aptos';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58Xrpl = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A text of `length` characters of an alphabet, or of hexadecimal digits, after a prefix. */
export interface Spelling {
  readonly prefix: string;
  readonly alphabet: 'hex' | typeof base58;
  readonly length: number;
}

const hashSpellings: Readonly<Record<AddressForm, Spelling>> = {
  evm: { prefix: '0x', alphabet: 'hex', length: 64 },
  solana: { prefix: '', alphabet: base58, length: 88 },
  stellar: { prefix: '', alphabet: 'hex', length: 64 },
  xrpl: { prefix: '', alphabet: 'hex', length: 64 },
  aptos: { prefix: '0x', alphabet: 'hex', length: 64 },
};

/** The invented address that `keys` stand for: in the form of the network, its checksum right, and of nobody's wallet. */
export function inventAddress(form: AddressForm, ...keys: readonly number[]): string {
  return addressOf[form](makeRandom(...keys, 11));
}

const addressOf: Readonly<Record<AddressForm, (random: Random) => string>> = {
  // In small letters, which have no checksum (ERC-55).
  evm: (random) => `0x${inventBytes(random, 20).toString('hex')}`,
  aptos: (random) => `0x${inventBytes(random, 32).toString('hex')}`,
  solana: (random) => encodeBase58(inventBytes(random, 32), base58),
  // Rule: SEP-23: version, key, CRC16-XMODEM with the low byte first.
  stellar(random) {
    const body = Buffer.concat([Buffer.of(6 << 3), inventBytes(random, 32)]);
    const checksum = Buffer.alloc(2);
    checksum.writeUInt16LE(crc16(body));
    return encodeBase32(Buffer.concat([body, checksum]));
  },
  // Rule: XRP Ledger, "Accounts": a zero, the account, four bytes of a doubled SHA-256.
  xrpl(random) {
    const body = Buffer.concat([Buffer.of(0), inventBytes(random, 20)]);
    return encodeBase58(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]), base58Xrpl);
  },
};

/** How hashes of transactions are spelled on such a network. */
export function hashSpelling(form: AddressForm): Spelling {
  return hashSpellings[form];
}

/** `length` is a multiple of four. */
function inventBytes(random: Random, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let offset = 0; offset < length; offset += 4) bytes.writeUInt32LE(random.bits(), offset);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Leading zero bytes are one character each. */
function encodeBase58(bytes: Buffer, alphabet: string): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let offset = 0; offset < digits.length; offset += 1) {
      carry += (digits[offset] ?? 0) << 8;
      digits[offset] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return [...digits, ...Array<number>(Math.max(0, zeros)).fill(0)]
    .reverse()
    .map((digit) => alphabet[digit] ?? '')
    .join('');
}

/** Of a number of bytes that five divides, so that no padding is needed. */
function encodeBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    for (; bits >= 5; buffer &= (1 << bits) - 1) {
      bits -= 5;
      text += base32[buffer >> bits] ?? '';
    }
  }
  return text;
}

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
