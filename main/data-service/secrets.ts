/** True for a text with a secret in it, also where that is spelt otherwise: reversed, in base64, hexadecimal, or escaped. */
export function holdsSecret(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  const spelt = [
    secret,
    [...secret].reverse().join(''),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return secret !== '' && spelt.some((one) => text.toLowerCase().includes(one.toLowerCase()));
}

/** Words of others without the key: an ellipsis where it stood, or no words where it is spelt otherwise. */
export function withoutKey(words: string, key: string): string {
  const plain = key === '' ? words : words.replaceAll(key, '…');
  return holdsSecret(plain, key) ? 'The words of the service contain the key, and are left out.' : plain;
}
