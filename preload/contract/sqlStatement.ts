import { isBeyondDouble } from './exactNumbers.ts';
import { jsonNumber } from './sentNumber.ts';

/** Checks a statement before SQLite, which silently stops at the first semicolon or NUL. */

export class StatementRefused extends Error {}

interface Statement {
  readonly parameters: readonly string[];
  /** In lower case, including quoted words; `*` unless it is `count(*)`. */
  readonly words: ReadonlySet<string>;
}

const skipped = /(?:\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$))*/y;
/** A doubled mark is literal; an open quote extends to the end. */
const quoted = [`'`, `"`, '`'].map((mark) => `${mark}[^${mark}]*(?:${mark}${mark}[^${mark}]*)*(?:${mark}|$)`);
/** No capture groups: the window tokenizes up to a million characters. */
const tokens = new RegExp(
  [...quoted, String.raw`\[[^\]]*(?:\]|$)|[:@$#?][\w$]*|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|[^]`].join('|'),
  'uy',
);

const beginnings = ['SELECT', 'WITH', 'VALUES'];

/** A single read-only statement. @throws StatementRefused with line and column */
export function readStatement(sql: string): Statement {
  const nul = sql.indexOf('\0');
  if (nul >= 0) throw new StatementRefused(`The statement has a NUL character at ${positionOf(sql, nul)}.`);
  if (!sql.isWellFormed()) throw new StatementRefused('The statement contains an invalid Unicode character.');
  const parameters = new Set<string>();
  let begun = false;
  let ended = false;
  for (const { from, to } of tokensOf(sql)) {
    if (sql[from] === ';') {
      ended = begun;
      continue;
    }
    if (ended) {
      const at = positionOf(sql, from);
      throw new StatementRefused(
        `One statement runs at a time: remove what follows the semicolon, from ${at}.`,
      );
    }
    if (!begun && !beginnings.includes(sql.slice(from, to).toUpperCase())) {
      throw new StatementRefused(
        `Only reading is possible: a statement begins with SELECT, WITH or VALUES. This one begins with “${sql.slice(from, Math.min(to, from + 30))}” at ${positionOf(sql, from)}.`,
      );
    }
    begun = true;
    if (isMarked(sql, from)) parameters.add(parameterName(sql, { from, to }));
  }
  if (!begun) throw new StatementRefused('There is no statement. Write one that begins with SELECT.');
  return {
    parameters: [...parameters],
    words: new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_$]*|(?<!count\s*\(\s*)\*/gu)),
  };
}

/** Accepts unfinished text. */
export function parametersIn(sql: string): string[] {
  const names = new Set<string>();
  for (const { from, to } of tokensOf(sql)) {
    if (!isMarked(sql, from)) continue;
    const text = sql.slice(from, to);
    if (isParameter(text)) names.add(text.slice(1));
  }
  return [...names];
}

export function parameterValue(text: string): string | number {
  const quoted = /^"([^]*)"$/.exec(text)?.[1];
  return quoted ?? (jsonNumber.test(text) && parameterProblem(text) === null ? Number(text) : text);
}

/** Says why a parameter cannot be used: a whole number would lose digits. Fractions are rounded as usual. */
export function parameterProblem(text: string): string | null {
  if (!/^-?\d+$/.test(text) || !isBeyondDouble(text)) return null;
  return `${text} has more digits than a number keeps. Put quotes around it to compare it as text, as ids are, or round it.`;
}

/** From `from` to `to`, excluded, as offsets in the statement. */
interface SqlSpan {
  readonly from: number;
  readonly to: number;
}

export function placeOfProblem(sql: string, message: string): SqlSpan | null {
  const stated = /line (\d+), column (\d+)/.exec(message);
  if (stated !== null) return spanAt(sql, Number(stated[1]), Number(stated[2]));
  const unknown = /no such (?:column|table|function): ("?[^\s"]+"?)/.exec(message)?.[1];
  const view = /no view “([^]+?)”/.exec(message)?.[1];
  const sought = (unknown?.replace(/\.$/, '').split('.').at(-1) ?? view)?.replaceAll('"', '').toLowerCase();
  if (sought === undefined) return null;
  // An unknown name is wrong everywhere.
  return findToken(sql, ({ from, to }) => plainName(sql.slice(from, to)).toLowerCase() === sought);
}

function spanAt(sql: string, line: number, column: number): SqlSpan {
  const before = sql.split('\n').slice(0, line - 1);
  const from = Math.min(sql.length, before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1);
  return findToken(sql, (token) => token.from === from) ?? { from, to: Math.min(sql.length, from + 1) };
}

function findToken(sql: string, isSought: (token: SqlSpan) => boolean): SqlSpan | null {
  for (const token of tokensOf(sql)) if (isSought(token)) return token;
  return null;
}

function plainName(text: string): string {
  return text.replaceAll(/^["`[]|["`\]]$/g, '');
}

/** Skips spaces and comments. */
export function* tokensOf(sql: string): Generator<SqlSpan> {
  for (let from = endOf(skipped, sql, 0); from < sql.length;) {
    const to = endOf(tokens, sql, from);
    yield { from, to };
    from = endOf(skipped, sql, to);
  }
}

function endOf(expression: RegExp, sql: string, from: number): number {
  expression.lastIndex = from;
  expression.test(sql);
  return expression.lastIndex;
}

export function positionOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length.toString()}, column ${((before.at(-1)?.length ?? 0) + 1).toString()}`;
}

/** True for a parameter, also of an unsupported kind. */
function isMarked(sql: string, from: number): boolean {
  return ':@$#?'.includes(sql.charAt(from));
}

function parameterName(sql: string, { from, to }: SqlSpan): string {
  const parameter = sql.slice(from, to);
  if (isParameter(parameter)) return parameter.slice(1);
  throw new StatementRefused(
    `“${parameter.slice(0, 70)}” at ${positionOf(sql, from)} is no parameter. Write a parameter as a colon and a name of letters, digits and underscores: “:name”.`,
  );
}

function isParameter(text: string): boolean {
  return /^:[A-Za-z_]\w{0,63}$/.test(text);
}
