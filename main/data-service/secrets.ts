/** True for a text with a secret in it, also where that is spelt otherwise: reversed, in base64, hexadecimal, or escaped. */
export function holdsSecret(text: string, secret: string): boolean {
  if (secret === '') return false;
  const hex = Buffer.from(secret).toString('hex');
  const spelt = [
    secret,
    [...secret].reverse().join(''),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...[0, 1, 2].flatMap((before) => base64Within(secret, before)),
  ];
  const lower = text.toLowerCase();
  // Whatever stands before or between the bytes, such as % or \x.
  if (lower.replaceAll(/[^0-9a-f]/g, '').includes(hex)) return true;
  return spelt.some((one) => lower.includes(one.toLowerCase()));
}

/** A text as it is in the base64 of a longer one, behind so many other bytes: the characters that are of it alone. */
function base64Within(text: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  const own = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)] as const;
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(...own));
}

/** Words of others without the key: an ellipsis where it stood, or no words where it is spelt otherwise. */
export function withoutKey(words: string, key: string): string {
  const plain = key === '' ? words : words.replaceAll(key, '…');
  return holdsSecret(plain, key) ? 'The words of the service contain the key, and are left out.' : plain;
}
