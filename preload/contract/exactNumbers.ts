/** Numbers beyond a double, kept as the text of their source (RFC 7493, 2.2). */

/** `digits` has no zeros at either end; the value is digits × 10^power. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly power: number;
}

/** RFC 8259, 6. */
const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

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

/** A double keeps 15 significant digits (IEEE 754): shorter text without an exponent needs no comparison. */
const safeLength = 15;

/** True if the value differs from its double's shortest text. */
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

/** Numbers beyond a double become the text of their source. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return JSON.parse(quoteBeyondDouble(text)) as unknown;
}

const quote = 34;
const minus = 45;

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
      // Shorter numbers need the check only with an exponent.
      const number = at - start > safeLength || hasExponent(text, start, at) ? text.slice(start, at) : '';
      if (number === '' || String(Number(number)) === number || !isBeyondDouble(number)) continue;
      // Quoted it would be a member name in invalid JSON.
      if (text.charAt(skipSpace(text, at)) === ':') continue;
      pieces.push(text.slice(copied, start), '"', number, '"');
      copied = at;
    } else at += 1;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

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

export function skipSpace(text: string, at: number): number {
  let next = at;
  while (' \t\r\n'.includes(text.charAt(next)) && next < text.length) next += 1;
  return next;
}

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
