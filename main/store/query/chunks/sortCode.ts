/**
 * Returns the code of a text or id in chunks: a whole number that a double represents exactly. A value that
 * sorts later never has a smaller code. Numbers come before texts, as in SQLite.
 */
export function codeOf(value: string | number): number {
  if (typeof value === 'number') return Math.max(-textStart, Math.min(textStart - 1, Math.floor(value)));
  return textStart + textCode(value);
}

export function prefixRange(start: string): readonly [first: number, last: number] {
  return [codeOf(start), codeOf(`${start}\u{10FFFF}`)];
}

const textStart = 2 ** 52;

/**
 * Each character narrows the range; hexadecimal digits take a large part, so nine or more of a hash count.
 * Texts with a long common start may share a code.
 */
function textCode(text: string): number {
  let code = 0;
  let width = textStart;
  for (const character of text) {
    const symbol = Math.min(character.codePointAt(0) ?? 0, others);
    const unit = Math.floor(width / total);
    const start = starts[symbol] ?? 0;
    if (unit === 0) return code + Math.floor((width * start) / total);
    code += unit * start;
    if (symbol === others) break;
    width = unit * (weights[symbol] ?? 0);
  }
  return code;
}

/** All characters beyond ASCII are one symbol; the characters after it do not count. */
const others = 128;

const weights = Array.from({ length: others + 1 }, (_, symbol) => weightOf(String.fromCharCode(symbol)));

function weightOf(character: string): number {
  if (/[0-9a-f]/.test(character)) return 100;
  if (/[x-]/.test(character)) return 40;
  return /[A-Za-z]/.test(character) ? 8 : 1;
}

const starts: readonly number[] = weights.map((_, symbol) => sum(weights.slice(0, symbol)));
const total = sum(weights);

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
