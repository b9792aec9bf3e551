import { createHash, randomBytes } from 'node:crypto';
import { FailureError } from '../../../preload/contract/failures.ts';

/**
 * The recovery code: the secret that the user's database is encrypted with, to be written down. Seven groups of four characters: 128 random
 * bits and 12 bits by which a typing mistake is noticed. Rule: Crockford's Base32, which has no letters I, L, O and U.
 */

const secretBytes = 16;
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 28;
const checkBits = 12n;

export function makeSecret(): Uint8Array {
  return randomBytes(secretBytes);
}

/** For example `9Q4K-….`: groups apart by hyphens. */
export function recoveryCodeOf(secret: Uint8Array): string {
  let value = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) << checkBits) | checkOf(secret);
  let code = '';
  while (code.length < codeLength) {
    code = (digits[Number(value & 31n)] ?? '') + code;
    value >>= 5n;
  }
  return (code.match(/.{4}/g) ?? []).join('-');
}

/**
 * Reads a code in any case, with or without hyphens and spaces.
 * @throws FailureError `bad-arguments` where it is none
 */
export function readRecoveryCode(text: string): Uint8Array {
  const code = normalized(text);
  if (code.length !== codeLength) {
    throw wrong(
      `A recovery code has ${codeLength.toString()} letters and digits; this has ${code.length.toString()}.`,
    );
  }
  let value = 0n;
  for (const character of code) {
    const digit = digits.indexOf(character);
    if (digit < 0) throw wrong(`A recovery code has no “${character}”.`);
    value = (value << 5n) | BigInt(digit);
  }
  const secret = Buffer.from((value >> checkBits).toString(16).padStart(secretBytes * 2, '0'), 'hex');
  if ((value & ((1n << checkBits) - 1n)) !== checkOf(secret)) {
    throw wrong('This recovery code has a typo. Compare each group with the code you stored.');
  }
  return secret;
}

/** Crockford's rule for what is easily mistaken. */
function normalized(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s‐-―-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

function checkOf(secret: Uint8Array): bigint {
  return BigInt(createHash('sha256').update(secret).digest().readUInt16BE() >> 4);
}

function wrong(message: string): FailureError {
  return new FailureError({ code: 'bad-arguments', message });
}
