import { errorText } from '../../preload/contract/failures.ts';
import { parseExactJson } from '../../preload/contract/exactNumbers.ts';

export type JsonPath = readonly (string | number)[];

/** `to` excluded. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface JsonNode extends Span {
  readonly members: ReadonlyMap<string | number, { readonly name: Span; readonly value: JsonNode }>;
}

type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly root: JsonNode }
  | { readonly ok: false; readonly message: string; readonly at: Span };

/** Reading is recursive. */
const maxDepth = 200;

/** Parses JSON with the positions of all values, or returns what is wrong and where. */
export function readJson(text: string): JsonReading {
  try {
    const root = new Reader(text).whole();
    const value = parseExactJson(text);
    return { ok: true, value, root };
  } catch (error) {
    if (error instanceof Misplaced) return { ok: false, message: error.message, at: error.at };
    const message = errorText(error);
    return { ok: false, message: `This is not JSON: ${message}.`, at: { from: 0, to: text.length } };
  }
}

/** Falls back to the nearest existing parent. */
export function spanOf(root: JsonNode, path: JsonPath, what: 'value' | 'name' = 'value'): Span {
  let node = root;
  let span: Span = root;
  for (const part of path) {
    const member = node.members.get(part);
    if (member === undefined) break;
    node = member.value;
    span = what === 'name' ? member.name : member.value;
  }
  return { from: span.from, to: span.to };
}

class Misplaced extends Error {
  readonly at: Span;

  constructor(message: string, at: Span) {
    super(message);
    this.at = at;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonNode {
    const root = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw this.#wrong('Nothing may follow the query.');
    return root;
  }

  #value(depth: number): JsonNode {
    if (depth > maxDepth) throw this.#wrong('This is nested too deeply.');
    this.#space();
    const from = this.#at;
    const sign = this.#text[from];
    if (sign === '{' || sign === '[') return this.#members(sign === '{', depth);
    if (sign === '"') this.#string();
    else this.#word();
    return { from, to: this.#at, members: new Map() };
  }

  #members(named: boolean, depth: number): JsonNode {
    const from = this.#at;
    const end = named ? '}' : ']';
    const members = new Map<string | number, { name: Span; value: JsonNode }>();
    this.#at += 1;
    this.#space();
    if (this.#take(end)) return { from, to: this.#at, members };
    for (;;) {
      this.#space();
      const start = this.#at;
      const name = named ? this.#name() : members.size;
      const nameSpan = { from: start, to: this.#at };
      if (named) {
        this.#space();
        if (!this.#take(':')) throw this.#wrong('A colon is missing after the name.');
      }
      const value = this.#value(depth + 1);
      members.set(name, { name: named ? nameSpan : value, value });
      this.#space();
      if (this.#take(end)) return { from, to: this.#at, members };
      if (!this.#take(',')) throw this.#wrong(`A comma or ${end} is missing.`);
    }
  }

  #name(): string {
    if (this.#text[this.#at] !== '"') throw this.#wrong('Expected a name in double quotes.');
    const from = this.#at;
    this.#string();
    return String(JSON.parse(this.#text.slice(from, this.#at)));
  }

  #string(): void {
    const match = /"(?:[^"\\\n\r]|\\.)*"/y;
    match.lastIndex = this.#at;
    const text = match.exec(this.#text)?.[0];
    if (text === undefined) throw this.#wrong('The closing quote is missing.');
    this.#at += text.length;
  }

  #word(): void {
    const match = /[\w+.-]+/y;
    match.lastIndex = this.#at;
    const word = match.exec(this.#text)?.[0];
    if (word === undefined) throw this.#wrong('Expected a value.');
    if (
      !/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?)$/i.test(word) ||
      /^(True|TRUE|False|FALSE|Null|NULL)$/.test(word)
    ) {
      throw new Misplaced(`“${word}” is not a JSON value. Put text in double quotes.`, {
        from: this.#at,
        to: this.#at + word.length,
      });
    }
    this.#at += word.length;
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    while (/[ \t\n\r]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #wrong(message: string): Misplaced {
    const from = Math.min(this.#at, Math.max(0, this.#text.length - 1));
    return new Misplaced(message, { from, to: Math.min(this.#at + 1, this.#text.length) });
  }
}
