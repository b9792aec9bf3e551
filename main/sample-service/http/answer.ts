import { parseQuery } from '../../store/query/parse.ts';
import type { Query } from '../../../preload/contract/query.ts';

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function jsonAnswer(body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { ...jsonType, ...headers }, body: Buffer.from(body) };
}

/** Rule: data service interface, "Errors": an object with one member, `message`. */
export function problemAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { ...jsonType, ...headers }, body: Buffer.from(JSON.stringify({ message })) };
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

/** Thrown where a request cannot be answered as asked; becomes a `problemAnswer`. */
export class RequestProblem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestProblem';
    this.status = status;
  }
}

/** A text from a request as sentences show it, so that a hostile one does not make a hostile sentence. */
export function clipText(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`;
}

/** The longest text of the parameter `query` that is read, in characters. */
const maxQueryLength = 100_000;

/** What a request asks for. */
export interface Request {
  readonly path: string;
  readonly parameters: URLSearchParams;
}

/** Splits a request target. Throws for one that is none. */
export function readTarget(target: string): Request {
  const [path = '', ...rest] = target.split('?');
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw new RequestProblem(400, 'The path is not valid: a percent sign in it begins no character.');
  }
  // Rule: service notes, "Envelope of a list": a slash at the end changes nothing.
  return { path: decoded.replace(/(?<=.)\/$/, ''), parameters: new URLSearchParams(rest.join('?')) };
}

/**
 * The query object of a request; empty where it has none. Other parameters are left alone.
 *
 * Rule: data service interface, "Query object". Assumed: the statuses and sentences.
 */
export function readQuery(parameters: URLSearchParams): Query {
  const [text, ...others] = parameters.getAll('query');
  if (text === undefined) return {};
  if (others.length > 0) throw new RequestProblem(400, "The parameter 'query' is given more than once.");
  if (text.length > maxQueryLength) {
    throw new RequestProblem(
      414,
      `The parameter 'query' has ${text.length.toString()} characters. At most ${maxQueryLength.toString()} are read.`,
    );
  }
  return parseQuery(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestProblem(400, "The parameter 'query' is not valid JSON.");
  }
}
