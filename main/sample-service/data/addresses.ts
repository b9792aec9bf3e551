import {
  base32Alphabet,
  bitcoinAlphabet,
  crc16,
  rippleAlphabet,
  rippleChecksum,
} from '../../platform/addressEncoding.ts';
import type { AddressForm, SampleNetwork } from './parties.ts';
import { hash, makeRandom, type Random } from './random.ts';

export function inventAddress(form: AddressForm, ...keys: readonly number[]): string {
  return addressOf[form](makeRandom(...keys, 11));
}

const addressOf: Readonly<Record<AddressForm, (random: Random) => string>> = {
  // Lower case carries no checksum (ERC-55).
  evm: (random) => `0x${inventBytes(random, 20).toString('hex')}`,
  aptos: (random) => `0x${inventBytes(random, 32).toString('hex')}`,
  solana: (random) => encode(inventBytes(random, 32), bitcoinAlphabet),
  // Rule: SEP-23: version, key, CRC16-XMODEM with the low byte first.
  stellar(random) {
    const body = Buffer.concat([Buffer.of(6 << 3), inventBytes(random, 32)]);
    const checksum = Buffer.alloc(2);
    checksum.writeUInt16LE(crc16(body));
    // The version makes the first character a G: there are no leading zeros to lose.
    return encode(Buffer.concat([body, checksum]), base32Alphabet);
  },
  // Rule: XRP Ledger, "Accounts": a zero byte, the account, the checksum.
  xrpl(random) {
    const body = Buffer.concat([Buffer.of(0), inventBytes(random, 20)]);
    return encode(Buffer.concat([body, rippleChecksum(body)]), rippleAlphabet);
  },
};

function inventBytes(random: Random, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let offset = 0; offset < length; offset += 4) bytes.writeUInt32LE(random.bits(), offset);
  return bytes;
}

/** Writes bytes as a number in the alphabet's base, after a first character for each leading zero. */
function encode(bytes: Buffer, alphabet: string): string {
  const base = BigInt(alphabet.length);
  let text = '';
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= base)
    text = (alphabet[Number(rest % base)] ?? '') + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return (alphabet[0] ?? '').repeat(Math.max(0, zeros)) + text;
}

/** Rule: service notes, "Records": the id is network, hash, log index and a number. */
interface TransactionId {
  readonly id: string;
  readonly hash: string;
}

/** The first characters of a hash encode a number below this. */
const spelledNumbers = 2 ** 44;

/**
 * Invents transaction ids. The start of a hash encodes a unique rank, the rest is random. Ranks are out of
 * order: as in the live service, neighbors in time are not neighbors by id.
 */
export function makeTransactionIds(seed: number, count: number) {
  const stride = coprime(hash(seed, 801), count);
  const make = (network: SampleNetwork, spelled: number, movement: number, random: Random): TransactionId => {
    const text = spellHash(network.addressForm, spelled, random);
    const logIndex = random.integer(0, 300);
    return { id: [network.id, text, logIndex, movement].join('-'), hash: text };
  };
  return {
    /** `movement`, from 0 to 9, tells the movements of one transaction apart: they share its hash. */
    make: (number: number, network: SampleNetwork, movement: number): TransactionId => {
      const rank = (number * stride) % count;
      const random = makeRandom(seed, 802, number);
      // Half of each range stays empty, so ranks cannot collide.
      const spelled = Math.floor(((rank + random.next() / 2) / count) * spelledNumbers);
      return make(network, spelled, movement, random);
    },
    /** Continues in the empty upper half of the last rank's range. */
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
  let text = '';
  for (let rest = spelled; text.length < 8; rest = Math.floor(rest / 58))
    text = (bitcoinAlphabet[rest % 58] ?? '') + text;
  while (text.length < 88) text += bitcoinAlphabet[random.bits() % 58] ?? '';
  return text;
}

function coprime(wanted: number, count: number): number {
  const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
  let stride = Math.max(1, wanted % count);
  while (commonDivisor(stride, count) !== 1) stride += 1;
  return stride;
}
