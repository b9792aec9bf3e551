/**
 * Numbers that a double does not hold. They stay what they are as text: the source of the number, digit by digit.
 * Rule: RFC 7493, 2.2: numbers of greater precision than a double travel as strings.
 */

/** The sign, the digits without zeros at either end, and the power of ten by which they are multiplied. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly power: number;
}

/** Rule: RFC 8259, 6. */
const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads a number as JSON spells it; null for other text. */
export function readDecimal(text: string): Decimal | null {
  const parts = jsonNumber.exec(text);
  if (parts === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const written = whole + fraction;
  const withoutEnd = written.replace(/0+$/, '');
  const digits = withoutEnd.replace(/^0+/, '');
  const power = Number(exponent) - fraction.length + written.length - withoutEnd.length;
  return { negative: sign === '-' && digits !== '', digits, power: digits === '' ? 0 : power };
}

/** Every number of so few digits is the shortest text of its own double, unless its exponent is large. */
const safeLength = 15;

/** True for the text of a number whose value is not that of the shortest text of its double. */
export function isBeyondDouble(text: string): text is `${number}` {
  if (text.length <= safeLength && !/e/i.test(text)) return false;
  const double = Number(text);
  const shortest = String(double);
  if (shortest === text) return false;
  const exact = readDecimal(text);
  if (exact === null) return false;
  const stored = readDecimal(shortest.replace('e+', 'e'));
  return (
    stored === null ||
    exact.digits !== stored.digits ||
    exact.power !== stored.power ||
    exact.negative !== stored.negative
  );
}

/**
 * Parses JSON as `JSON.parse` does, with each number that a double does not hold as the text of its source.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(quoteBeyondDouble(text)) as unknown;
}

const quote = 34;
const minus = 45;

/** The JSON text with quotes around each such number. A reviver, which is handed the sources, takes ten times as long. */
function quoteBeyondDouble(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === minus || isDigit(code)) {
      const start = at;
      at = endOfNumber(text, at);
      // Shorter ones are the shortest text of their double, unless their exponent is large: then they have one.
      const number = at - start > safeLength || hasExponent(text, start, at) ? text.slice(start, at) : '';
      if (number === '' || String(Number(number)) === number || !isBeyondDouble(number)) continue;
      // In quotes it would be the name of a member, in a text that is not JSON.
      if (text.charAt(skipSpace(text, at)) === ':') continue;
      pieces.push(text.slice(copied, start), '"', number, '"');
      copied = at;
    } else at += 1;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

/** The place behind the closing quote of a text, or the end where there is none. */
export function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close > 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length : close + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes += 1;
  return backslashes % 2 === 1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The place of the next character that is no white space of JSON, or the end. */
export function skipSpace(text: string, at: number): number {
  let next = at;
  while (' \t\r\n'.includes(text.charAt(next)) && next < text.length) next += 1;
  return next;
}

/** Digits, signs, points and the letter of an exponent. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== 46 && code !== 43 && code !== minus && (code | 32) !== 101) break;
  }
  return at;
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) | 32) === 101) return true;
  return false;
}
