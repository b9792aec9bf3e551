/** The bytes of a text in an alphabet of 58 characters; null where a character is not in it. */
export function decodeBase58(text: string, alphabet: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    let carry = alphabet.indexOf(character);
    if (carry < 0) return null;
    for (let index = 0; index < bytes.length; index += 1) {
      carry += (bytes[index] ?? 0) * 58;
      bytes[index] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const zero = alphabet[0] ?? '';
  for (const character of text) {
    if (character !== zero) break;
    bytes.push(0);
  }
  return Uint8Array.from(bytes.reverse());
}

/** Of Bitcoin, and so of Solana. */
export const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Rule: XRP Ledger, "base58 Encodings". */
export const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
