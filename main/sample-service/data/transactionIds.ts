import type { AddressForm } from './addresses.ts';
import { hashSpelling } from './addresses.ts';
import type { SampleNetwork } from './networks.ts';
import { hash, makeRandom } from './random.ts';

/**
 * Ids of transactions: each transaction is given a rank that no other has, the first characters of its hash spell the rank, and the
 * rest is random. Ranks are dealt out of order, so that
 * neighbours in time are no neighbours in the order of ids, as in the live service.
 */
export interface TransactionIds {
  /**
   * The id and hash of the transaction with this number. `movement` counts, from 0 to 9, the movements of one transaction: they share
   * its number and hash.
   */
  make(number: number, network: SampleNetwork, movement: number): TransactionId;
  /** The id and hash of a transaction that comes later. On its network each id lies after those of all before it. */
  makeLater(number: number, network: SampleNetwork): TransactionId;
}

export interface TransactionId {
  /** Rule: service notes, "Records": network, hash, log index and a number. */
  readonly id: string;
  readonly hash: string;
}

/** The first characters of a hash spell a number below this. */
const spelledNumbers = 2 ** 44;

export function makeTransactionIds(seed: number, count: number): TransactionIds {
  const stride = coprime(hash(seed, 801), count);
  return {
    make: (number, network, movement) => {
      const rank = (number * stride) % count;
      const random = makeRandom(seed, 802, number);
      // Half of the range stays empty, so that no two ranks spell the same number.
      const spelled = Math.floor(((rank + random.next() / 2) / count) * spelledNumbers);
      const text = spellHash(network.addressForm, spelled, () => random.bits());
      const logIndex = random.integer(0, 300);
      return {
        id: `${network.id.toString()}-${text}-${logIndex.toString()}-${movement.toString()}`,
        hash: text,
      };
    },
    makeLater: (number, network) => {
      const random = makeRandom(seed, 807, number);
      // The ranks leave the upper half of the last one's range empty.
      const spelled = Math.floor(((count - 0.5) / count) * spelledNumbers) + 1 + number;
      const text = spellHash(network.addressForm, spelled, () => random.bits());
      const logIndex = random.integer(0, 300);
      return { id: `${network.id.toString()}-${text}-${logIndex.toString()}-0`, hash: text };
    },
  };
}

function spellHash(form: AddressForm, spelled: number, bits: () => number): string {
  const { prefix, alphabet, length } = hashSpelling(form);
  if (alphabet === 'hex') {
    const bytes = Buffer.allocUnsafe(length / 2);
    for (let offset = 0; offset < bytes.length; offset += 4) bytes.writeUInt32LE(bits(), offset);
    bytes.writeUIntBE(spelled * 16 + (bits() % 16), 0, 6);
    return prefix + bytes.toString('hex');
  }
  // The alphabet is in the order of its characters' codes, so texts sort as the numbers they spell.
  let start = '';
  for (let rest = spelled; start.length < 8; rest = Math.floor(rest / alphabet.length)) {
    start = (alphabet[rest % alphabet.length] ?? '') + start;
  }
  let text = prefix + start;
  while (text.length < prefix.length + length) text += alphabet[bits() % alphabet.length] ?? '';
  return text;
}

/** A number near `wish` below `count` without a common divisor with it. */
function coprime(wanted: number, count: number): number {
  let stride = Math.max(1, wanted % count);
  while (greatestCommonDivisor(stride, count) !== 1) stride += 1;
  return stride;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
