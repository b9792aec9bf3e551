import { binaryOperators, type BinaryOperator, type ExpressionProblem, type Span } from './syntax.ts';

/** A bracketed name is always a field. */
export type Token = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'name'; readonly value: string; readonly bracketed: boolean }
    | { readonly kind: 'operator'; readonly value: BinaryOperator }
    | { readonly kind: '(' | ')' | ',' | 'end' }
  );

const space = /\s+/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /[A-Za-z_][A-Za-z0-9_]*(?:[.:][A-Za-z_][A-Za-z0-9_]*)*/y;
const operator = /<>|!=|<=|>=|[=<>&+\-*/]/y;

const hints: Readonly<Partial<Record<string, string>>> = {
  "'": 'Write texts in double quotes: "text".',
  '“': 'Write texts in straight double quotes: "text".',
  '”': 'Write texts in straight double quotes: "text".',
  '„': 'Write texts in straight double quotes: "text".',
  '`': 'Write names with odd characters in brackets: [name].',
  '^': 'Write powers as pow(base, exponent).',
  '%': 'Write a percentage as a number: 0.05 in place of 5%.',
  ';': 'Separate arguments with commas.',
  '{': 'Use parentheses: ( ).',
  '}': 'Use parentheses: ( ).',
  ']': 'No bracket is open here. A name with odd characters is written as [name].',
  '.': 'Write a digit before the point: 0.5.',
  '|': 'Write “or” between conditions, and & to join texts.',
  '!': 'Write “not” before a condition, and <> for “differs from”.',
  $: 'Write the number alone, and choose dollars as the format.',
};

/** Stops at the first error. The last token is `end`. */
export function tokensOf(text: string): readonly Token[] | ExpressionProblem {
  const tokens: Token[] = [];
  let from = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    from += match(space)?.length ?? 0;
    if (from >= text.length) break;
    const token = nextToken(text, from, match);
    if ('message' in token) return token;
    tokens.push(token);
    from = token.to;
  }
  return [...tokens, { kind: 'end', from: text.length, to: text.length }];
}

function nextToken(
  text: string,
  from: number,
  match: (pattern: RegExp) => string | undefined,
): Token | ExpressionProblem {
  const sign = String.fromCodePoint(text.codePointAt(from) ?? 0);
  if (sign === '(' || sign === ')' || sign === ',') return { kind: sign, from, to: from + 1 };
  if (sign === '"') return quoted(text, from, '"');
  if (sign === '[') return quoted(text, from, ']');
  const digits = match(number);
  if (digits !== undefined) {
    const to = from + digits.length;
    const value = Number(digits);
    if (!Number.isFinite(value)) return { from, to, message: 'This number is too large.' };
    return { kind: 'number', value, from, to };
  }
  const word = match(name);
  if (word !== undefined) {
    const to = from + word.length;
    const lower = word.toLowerCase();
    if (lower === 'and' || lower === 'or') return { kind: 'operator', value: lower, from, to };
    return { kind: 'name', value: word, bracketed: false, from, to };
  }
  const found = match(operator);
  const value = found === '!=' ? '<>' : binaryOperators.find((known) => known === found);
  if (value !== undefined) return { kind: 'operator', value, from, to: from + (found?.length ?? 1) };
  const hint = Object.hasOwn(hints, sign) ? hints[sign] : undefined;
  return {
    from,
    to: from + sign.length,
    message: hint ?? `“${sign}” has no meaning here. Remove it, or write it within a text: "${sign}".`,
  };
}

/** Reads a quoted text or a bracketed name. A doubled closing sign is literal. */
function quoted(text: string, from: number, close: '"' | ']'): Token | ExpressionProblem {
  let end = text.indexOf(close, from + 1);
  while (end !== -1 && text[end + 1] === close) end = text.indexOf(close, end + 2);
  if (end === -1) {
    const message = close === '"' ? 'This text has no end. Add a ".' : 'This name has no end. Add a ].';
    return { from, to: text.length, message };
  }
  const to = end + 1;
  const value = text.slice(from + 1, end).replaceAll(close + close, close);
  if (close === '"') return { kind: 'text', value, from, to };
  if (value === '') return { from, to, message: 'Write the name of a field between the brackets.' };
  return { kind: 'name', value, bracketed: true, from, to };
}
