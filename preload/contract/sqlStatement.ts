/** What is read of a statement before SQLite sees it. SQLite stops at the first semicolon and at a NUL, and says nothing of the rest. */

/** A statement that is not taken, as a sentence. */
export class StatementRefused extends Error {}

export interface Statement {
  /** The names of the parameters `:name`, without the colon, each once. */
  readonly parameters: readonly string[];
  /** Its words in lower case, those in quotes too, and `*` where that is more than what is counted. */
  readonly words: ReadonlySet<string>;
}

const skipped = /(?:\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$))*/y;
/** A text or a name between two of a mark, which stand twice inside; one that is open goes on to the end. */
const quoted = [`'`, `"`, '`'].map((mark) => `${mark}[^${mark}]*(?:${mark}${mark}[^${mark}]*)*(?:${mark}|$)`);
/** Something in quotes, a parameter, a word or a number, else one character. Without groups, since a million characters are read in the window. */
const tokens = new RegExp(
  [...quoted, String.raw`\[[^\]]*(?:\]|$)|[:@$#?][\w$]*|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|[^]`].join('|'),
  'uy',
);

const beginnings = ['SELECT', 'WITH', 'VALUES'];

/**
 * Reads one statement that only reads.
 * @throws StatementRefused with the line and column of what it does not take
 */
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

/** Returns the names of the parameters of a text that may be unfinished, each once. */
export function parametersIn(sql: string): string[] {
  const names = new Set<string>();
  for (const { from, to } of tokensOf(sql)) {
    if (!isMarked(sql, from)) continue;
    const text = sql.slice(from, to);
    if (isParameter(text)) names.add(text.slice(1));
  }
  return [...names];
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

/** Where the tokens of a statement stand, without spaces and comments. */
export function* tokensOf(sql: string): Generator<SqlSpan> {
  for (let from = endOf(skipped, sql, 0); from < sql.length;) {
    const to = endOf(tokens, sql, from);
    yield { from, to };
    from = endOf(skipped, sql, to);
  }
}

/** Where a sticky expression that always matches ends. */
function endOf(expression: RegExp, sql: string, from: number): number {
  expression.lastIndex = from;
  expression.test(sql);
  return expression.lastIndex;
}

/** Returns where a character stands, for people: `line 2, column 5`. */
export function positionOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length.toString()}, column ${((before.at(-1)?.length ?? 0) + 1).toString()}`;
}

/** Whether a token stands for a value: as a parameter of a kind that is taken, or of another one. */
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
