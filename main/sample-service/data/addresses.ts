import { createHash } from 'node:crypto';
import type { AddressForm, SampleNetwork } from './parties.ts';
import { hash, makeRandom, type Random } from './random.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58Xrpl = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

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
  const zeros = Math.max(
    0,
    bytes.findIndex((byte) => byte !== 0),
  );
  const text = digits.reverse().map((digit) => alphabet[digit] ?? '');
  return (alphabet[0] ?? '').repeat(zeros) + text.join('');
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

/** Rule: service notes, "Records": the id is network, hash, log index and a number. */
interface TransactionId {
  readonly id: string;
  readonly hash: string;
}

export type TransactionIds = ReturnType<typeof makeTransactionIds>;

/** The first characters of a hash spell a number below this. */
const spelledNumbers = 2 ** 44;

/**
 * Ids of transactions: each transaction is given a rank that no other has, the first characters of its hash spell the rank, and the
 * rest is random. Ranks are dealt out of order, so that neighbours in time are no neighbours in the order of ids, as in the live service.
 */
export function makeTransactionIds(seed: number, count: number) {
  const stride = coprime(hash(seed, 801), count);
  const make = (network: SampleNetwork, spelled: number, movement: number, random: Random): TransactionId => {
    const text = spellHash(network.addressForm, spelled, random);
    const logIndex = random.integer(0, 300);
    return { id: [network.id, text, logIndex, movement].join('-'), hash: text };
  };
  return {
    /** `movement` counts, from 0 to 9, the movements of the transaction with this number: they share it and the hash. */
    make: (number: number, network: SampleNetwork, movement: number): TransactionId => {
      const rank = (number * stride) % count;
      const random = makeRandom(seed, 802, number);
      // Half of the range stays empty, so that no two ranks spell the same number.
      const spelled = Math.floor(((rank + random.next() / 2) / count) * spelledNumbers);
      return make(network, spelled, movement, random);
    },
    /** Of a transaction that comes later: the ranks leave the upper half of the last one's range empty. */
    makeLater: (number: number, network: SampleNetwork): TransactionId => {
      const spelled = Math.floor(((count - 0.5) / count) * spelledNumbers) + 1 + number;
      return make(network, spelled, 0, makeRandom(seed, 807, number));
    },
  };
}

function spellHash(form: AddressForm, spelled: number, random: Random): string {
  if (form !== 'solana') {
    const bytes = inventBytes(random, 32);
    bytes.writeUIntBE(spelled * 16 + (random.bits() % 16), 0, 6);
    return (form === 'evm' || form === 'aptos' ? '0x' : '') + bytes.toString('hex');
  }
  // The alphabet is in the order of its characters' codes, so texts sort as the numbers they spell.
  let text = '';
  for (let rest = spelled; text.length < 8; rest = Math.floor(rest / 58))
    text = (base58[rest % 58] ?? '') + text;
  while (text.length < 88) text += base58[random.bits() % 58] ?? '';
  return text;
}

/** A number near `wanted` below `count` without a common divisor with it. */
function coprime(wanted: number, count: number): number {
  const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
  let stride = Math.max(1, wanted % count);
  while (commonDivisor(stride, count) !== 1) stride += 1;
  return stride;
}
