/** What is read of a statement before SQLite sees it. SQLite stops at the first semicolon and at a NUL, and says nothing of the rest. */

/** A statement that is not taken, as a sentence. */
export class StatementRefused extends Error {}

export interface Statement {
  /** The names of the parameters `:name`, without the colon, each once. */
  readonly parameters: readonly string[];
  /** Its words in lower case, those in quotes too. */
  readonly words: ReadonlySet<string>;
}

const token =
  /(?<space>\s+)|(?<comment>--[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<text>'(?:[^']|'')*(?:'|$))|(?<name>"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$))|(?<parameter>[:@$#?][\w$]*)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|(?<end>;)|(?<mark>[^])/uy;

const beginnings = ['SELECT', 'WITH', 'VALUES'];

/**
 * Reads one statement that only reads.
 * @throws StatementRefused with the line and column of what it does not take
 */
export function readStatement(sql: string): Statement {
  const nul = sql.indexOf('\0');
  if (nul >= 0) throw new StatementRefused(`The statement has a NUL character at ${positionOf(sql, nul)}.`);
  if (!sql.isWellFormed()) throw new StatementRefused('The statement has half of a surrogate pair in it.');
  const parameters = new Set<string>();
  let begun = false;
  let ended = false;
  token.lastIndex = 0;
  for (let found = token.exec(sql); found !== null; found = token.exec(sql)) {
    const { space, comment, end, parameter, word = '' } = found.groups ?? {};
    if (space !== undefined || comment !== undefined) continue;
    if (end !== undefined) {
      ended = begun;
      continue;
    }
    const at = positionOf(sql, found.index);
    if (ended)
      throw new StatementRefused(
        `One statement runs at a time: remove what follows the semicolon, from ${at}.`,
      );
    if (!begun && !beginnings.includes(word.toUpperCase())) {
      throw new StatementRefused(
        `Only reading is possible: a statement begins with SELECT, WITH or VALUES. This one begins with “${found[0].slice(0, 30)}” at ${at}.`,
      );
    }
    begun = true;
    if (parameter !== undefined) parameters.add(parameterName(parameter, at));
  }
  if (!begun) throw new StatementRefused('There is no statement. Write one that begins with SELECT.');
  return {
    parameters: [...parameters],
    words: new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_$]*/gu)),
  };
}

/** Returns the names of the parameters of a text that may be unfinished, each once. */
export function parametersIn(sql: string): string[] {
  const names = [...tokensOf(sql)].flatMap(({ kind, text }) =>
    kind === 'parameter' && isParameter(text) ? text.slice(1) : [],
  );
  return [...new Set(names)];
}

/** Returns the value that a text stands for: a number where it is one, and of `"…"` the text between the marks. */
export function parameterValue(text: string): string | number {
  const quoted = /^"([^]*)"$/.exec(text)?.[1];
  return quoted ?? (jsonNumber.test(text) ? Number(text) : text);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** From `from` up to, not including, `to`, as offsets in the statement. */
export interface SqlSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns where in the statement a message says that something is wrong: by its line and column, else by what it quotes. Null where
 * neither leads to one place.
 */
export function placeOfProblem(sql: string, message: string): SqlSpan | null {
  const stated = /line (\d+), column (\d+)/.exec(message);
  if (stated !== null) return spanAt(sql, Number(stated[1]), Number(stated[2]));
  const unknown = /no such (?:column|table|function): ("?[^\s"]+"?)/.exec(message)?.[1];
  const view = /no view “([^]+?)”/.exec(message)?.[1];
  const sought = (unknown?.replace(/\.$/, '').split('.').at(-1) ?? view)?.replaceAll('"', '').toLowerCase();
  if (sought === undefined) return null;
  // What is unknown is so wherever it stands.
  const first = [...tokensOf(sql)].find(({ text }) => plainName(text).toLowerCase() === sought);
  return first === undefined ? null : { from: first.from, to: first.from + first.text.length };
}

function spanAt(sql: string, line: number, column: number): SqlSpan {
  const before = sql.split('\n').slice(0, line - 1);
  const from = Math.min(sql.length, before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1);
  const length = [...tokensOf(sql)].find((found) => found.from === from)?.text.length ?? 1;
  return { from, to: Math.min(sql.length, from + length) };
}

function plainName(text: string): string {
  return text.replaceAll(/^["`[]|["`\]]$/g, '');
}

interface Token {
  readonly kind: 'parameter' | 'other';
  readonly text: string;
  readonly from: number;
}

/** What a statement consists of, without spaces and comments. */
export function* tokensOf(sql: string): Generator<Token> {
  for (const { 0: text, index, groups } of sql.matchAll(new RegExp(token, 'guy'))) {
    if (groups?.['space'] !== undefined || groups?.['comment'] !== undefined) continue;
    yield { kind: groups?.['parameter'] === undefined ? 'other' : 'parameter', text, from: index };
  }
}

/** Returns where a character stands, for people: `line 2, column 5`. */
export function positionOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length.toString()}, column ${((before.at(-1)?.length ?? 0) + 1).toString()}`;
}

function parameterName(parameter: string, at: string): string {
  if (isParameter(parameter)) return parameter.slice(1);
  throw new StatementRefused(
    `“${parameter.slice(0, 70)}” at ${at} is no parameter. Write a parameter as a colon and a name of letters, digits and underscores: “:name”.`,
  );
}

function isParameter(text: string): boolean {
  return /^:[A-Za-z_]\w{0,63}$/.test(text);
}
