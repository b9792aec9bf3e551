import { setImmediate } from 'node:timers/promises';
import { withoutInvisible } from '../../preload/contract/invisible.ts';

/** Also finds it reversed, in base64, hexadecimal, escaped, or with characters in between. */
export function holdsSecret(text: string, secret: string): boolean {
  if (secret === '') return false;
  const hex = Buffer.from(secret).toString('hex');
  const spelled = [...spellings(secret), JSON.stringify(secret).slice(1, -1)];
  const lower = withoutInvisible(text).toLowerCase();
  // Also with % or \x before bytes.
  if (lower.replaceAll(/[^0-9a-f]/g, '').includes(hex)) return true;
  const bare = lettersAndDigits(lower);
  return spelled.some((one) => {
    const bareOne = lettersAndDigits(one.toLowerCase());
    return lower.includes(one.toLowerCase()) || (bareOne.length >= shortestHidden && bare.includes(bareOne));
  });
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/\p{Cc}\[[\d;]*[a-z]/gu, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function spellings(secret: string): string[] {
  return [
    secret,
    [...secret].reverse().join(''),
    encodeURIComponent(secret),
    ...[0, 1, 2].flatMap((before) => base64Within(secret, before)),
  ];
}

/** Returns the base64 characters that depend on the text alone, after this many other bytes. */
function base64Within(text: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  const own = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)] as const;
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(...own));
}

/** Replaces the key by an ellipsis, or the whole text if the key is spelled otherwise. */
export function withoutKey(words: string, key: string): string {
  const plain = key === '' ? words : words.replaceAll(key, '…');
  return holdsSecret(plain, key) ? 'The words of the service contain the key, and are left out.' : plain;
}

const shortestHidden = 8;
const bytesAtOnce = 1 << 20;
/** Longest spelling of a character: `\\u0041` in JSON, `41 - ` in hexadecimal. */
const widestSpelling = 6;
const asterisk = 0x2a;
/** Bytes and escapes outside ASCII, which include all invisible characters. */
const mostBetween = 64;
const between = String.raw`(?:[\x80-\xff]|\\u(?!00[2-7])[0-9a-fA-F]{4}){0,${mostBetween.toString()}}`;

/** Masks in place and in steps, so neither storage nor screen has it. Numbers and short secrets stay. */
export async function hideSecret(bytes: Uint8Array, secret: string): Promise<void> {
  if (secret.length < shortestHidden) return;
  const spelled = spellings(secret);
  const pattern = new RegExp([...spelled.map(inJson), inHexadecimal(secret)].join('|'), 'g');
  const longest = widestSpelling * (1 + mostBetween) * Math.max(...spelled.map(({ length }) => length));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new JsonTexts(bytes);
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    if (start > 0) await setImmediate();
    // All spellings are ASCII, so a character per byte.
    const part = buffer.toString('latin1', start, start + bytesAtOnce + longest);
    for (const match of part.matchAll(pattern)) {
      // The next part finds what begins after this one.
      if (match.index >= bytesAtOnce) break;
      const at = start + match.index;
      if (texts.hold(at)) bytes.fill(asterisk, at, at + match[0].length);
    }
  }
}

/** Matches a text in any JSON spelling (RFC 8259, 7). */
function inJson(text: string): string {
  return [...text]
    .map((character) => {
      const plain = JSON.stringify(character).slice(1, -1);
      const code = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const spelled = [plain, code, code.toUpperCase().replace('U', 'u'), ...(plain === '/' ? ['\\/'] : [])];
      return `(?:${spelled.map(literally).join('|')})`;
    })
    .join(between);
}

function literally(text: string): string {
  return text.replaceAll(/[^\w]/g, (character) => `\\x${character.charCodeAt(0).toString(16)}`);
}

/** Matches the bytes of a text in hexadecimal, also as `%41`, `\\x41` or `41 `. */
function inHexadecimal(text: string): string {
  const digits = Buffer.from(text).toString('hex').match(/../g) ?? [];
  return digits.map(anyCase).join('[%\\\\x :-]{0,4}');
}

function anyCase(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

class JsonTexts {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isInText = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns whether a character or escape of a text begins here; positions must not decrease. */
  hold(position: number): boolean {
    while (this.#at < position) {
      const byte = this.#bytes[this.#at];
      if (byte === 0x22) this.#isInText = !this.#isInText;
      this.#at += this.#isInText && byte === 0x5c ? 2 : 1;
    }
    return this.#isInText && this.#at === position;
  }
}
