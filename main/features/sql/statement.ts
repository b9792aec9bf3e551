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

/** Returns where a character stands, for people: `line 2, column 5`. */
export function positionOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length.toString()}, column ${((before.at(-1)?.length ?? 0) + 1).toString()}`;
}

function parameterName(parameter: string, at: string): string {
  if (/^:[A-Za-z_]\w{0,63}$/.test(parameter)) return parameter.slice(1);
  throw new StatementRefused(
    `“${parameter.slice(0, 70)}” at ${at} is no parameter. Write a parameter as a colon and a name of letters, digits and underscores: “:name”.`,
  );
}
