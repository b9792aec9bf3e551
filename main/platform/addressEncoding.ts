import { createHash } from 'node:crypto';

/** Bitcoin's base 58, as in Solana. In code order: texts of one length sort as numbers. */
export const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Rule: XRP Ledger, "base58 Encodings". */
export const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** Rule: RFC 4648, 6. */
export const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** CRC16-XMODEM of Stellar's StrKeys: polynomial 0x1021, from zero. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** Rule: XRP Ledger, "Accounts": the first four bytes of a double SHA-256. */
export function rippleChecksum(bytes: Uint8Array): Buffer {
  const sha256 = (of: Uint8Array): Buffer => createHash('sha256').update(of).digest();
  return sha256(sha256(bytes)).subarray(0, 4);
}
