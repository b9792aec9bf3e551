import { setImmediate } from 'node:timers/promises';
import { withoutInvisible } from '../../preload/contract/invisible.ts';

/**
 * True for a text with a secret in it, also where that is spelled otherwise: reversed, in base64, hexadecimal, or escaped, or with spaces,
 * signs, commands for terminals or characters that nobody sees in between.
 */
export function holdsSecret(text: string, secret: string): boolean {
  if (secret === '') return false;
  const hex = Buffer.from(secret).toString('hex');
  const spelled = [...spellings(secret), JSON.stringify(secret).slice(1, -1)];
  const lower = withoutInvisible(text).toLowerCase();
  // Whatever stands before or between the bytes, such as % or \x.
  if (lower.replaceAll(/[^0-9a-f]/g, '').includes(hex)) return true;
  const bare = lettersAndDigits(lower);
  return spelled.some((one) => {
    const bareOne = lettersAndDigits(one.toLowerCase());
    return lower.includes(one.toLowerCase()) || (bareOne.length >= shortestHidden && bare.includes(bareOne));
  });
}

/** Without what may stand between the characters of a secret: spaces, signs, control characters and commands for terminals. */
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

/** A text as it is in the base64 of a longer one, behind so many other bytes: the characters that are of it alone. */
function base64Within(text: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  const own = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)] as const;
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(...own));
}

/** Words of others without the key: an ellipsis where it stood, or no words where it is spelled otherwise. */
export function withoutKey(words: string, key: string): string {
  const plain = key === '' ? words : words.replaceAll(key, '…');
  return holdsSecret(plain, key) ? 'The words of the service contain the key, and are left out.' : plain;
}

/** A shorter secret may be a word of any record. */
const shortestHidden = 8;
/** Bytes that are searched at once: about 10 ms. */
const bytesAtOnce = 1 << 20;
/** The most characters that a character of a secret takes in JSON, `\\u0041`, or in hexadecimal, `41 - `. */
const widestSpelling = 6;
const asterisk = 0x2a;
/** What may stand between two characters of a secret: bytes and escapes of other than ASCII, among which is all that nobody sees. */
const mostBetween = 64;
const between = String.raw`(?:[\x80-\xff]|\\u(?!00[2-7])[0-9a-fA-F]{4}){0,${mostBetween.toString()}}`;

/**
 * Puts asterisks over a secret in the texts of a JSON answer, however it is spelled and whatever nobody sees stands between its
 * characters, so that what is stored and shown of it does not hold the secret. Numbers stay as they are, and so does a secret of less than eight characters. Changes `bytes` in place, in steps.
 */
export async function hideSecret(bytes: Uint8Array, secret: string): Promise<void> {
  if (secret.length < shortestHidden) return;
  const spelled = spellings(secret);
  const pattern = new RegExp([...spelled.map(inJson), inHexadecimal(secret)].join('|'), 'g');
  const longest = widestSpelling * (1 + mostBetween) * Math.max(...spelled.map(({ length }) => length));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new JsonTexts(bytes);
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    if (start > 0) await setImmediate();
    // A character for each byte: all spellings are ASCII.
    const part = buffer.toString('latin1', start, start + bytesAtOnce + longest);
    for (const match of part.matchAll(pattern)) {
      // What begins behind this part is found with the next.
      if (match.index >= bytesAtOnce) break;
      const at = start + match.index;
      if (texts.hold(at)) bytes.fill(asterisk, at, at + match[0].length);
    }
  }
}

/** A pattern for a text as JSON may spell it. Rule: RFC 8259, 7. */
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

/** A pattern for the bytes of a text in hexadecimal, also as `%41`, `\\x41` or `41 `. */
function inHexadecimal(text: string): string {
  const digits = Buffer.from(text).toString('hex').match(/../g) ?? [];
  return digits.map(anyCase).join('[%\\\\x :-]{0,4}');
}

function anyCase(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Where the texts of a JSON document are, asked from its beginning to its end. */
class JsonTexts {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isInText = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** True where a character of a text, or an escape, begins at a position that is not before the last one. */
  hold(position: number): boolean {
    while (this.#at < position) {
      const byte = this.#bytes[this.#at];
      if (byte === 0x22) this.#isInText = !this.#isInText;
      this.#at += this.#isInText && byte === 0x5c ? 2 : 1;
    }
    return this.#isInText && this.#at === position;
  }
}
