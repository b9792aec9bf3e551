import { createHash } from 'node:crypto';
import { hourMs } from '../../../preload/contract/days.ts';
import type { Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { parseQuery } from '../../store/query/parse.ts';
import { QueryProblem } from '../../store/query/problems.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function jsonAnswer(body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { ...jsonType, ...headers }, body: Buffer.from(body) };
}

/** Rule: data service interface, "Errors": one member, `message`. */
export function problemAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { ...jsonType, ...headers }, body: Buffer.from(JSON.stringify({ message })) };
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

export class RequestProblem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestProblem';
    this.status = status;
  }
}

export function clipText(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`;
}

const maxQueryLength = 100_000;

interface Request {
  readonly path: string;
  readonly parameters: URLSearchParams;
}

function readTarget(target: string): Request {
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

/** Ignores other parameters. Rule: data service interface, "Query object". Assumed: statuses, messages. */
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

export interface Incoming {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly knownVersions?: string | undefined;
}

export type Endpoint = (request: Request) => string | Promise<string>;

interface Rules {
  readonly key: string;
  readonly limit: RateLimit;
  endpoint(path: string): Endpoint | null;
  open(path: string): string | null;
}

/** Throws only for errors of the service. Rule: data service interface, "Authentication", "Errors". */
export async function respond(rules: Rules, incoming: Incoming): Promise<Answer> {
  try {
    return versioned(await answer(rules, incoming), incoming.knownVersions);
  } catch (error) {
    return problemOf(error, {});
  }
}

/**
 * Adds the entity tag; omits a body that the client already has. Rule: RFC 9110, 8.8.3 and 13.1.2; assumed
 * for this service (service notes, "Limits and errors").
 */
function versioned(answer: Answer, known: string | undefined): Answer {
  if (answer.status !== 200) return answer;
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  const isKnown = known?.split(',').some((version) => version.trim().replace(/^W\//, '') === etag) ?? false;
  const headers = { ...answer.headers, etag };
  return isKnown ? { status: 304, headers, body: Buffer.of() } : { ...answer, headers };
}

function problemOf(error: unknown, headers: Answer['headers']): Answer {
  if (error instanceof QueryProblem) return problemAnswer(400, error.message, headers);
  if (error instanceof RequestProblem) return problemAnswer(error.status, error.message, headers);
  throw error;
}

async function answer(rules: Rules, { method, target, authorization }: Incoming): Promise<Answer> {
  if (method !== 'GET') {
    const message = `Method ${clipText(method)} is not allowed. Every endpoint is read with GET.`;
    return problemAnswer(405, message, { allow: 'GET' });
  }
  const request = readTarget(target);
  const open = rules.open(request.path);
  if (open !== null) return jsonAnswer(open);
  checkKey(rules.key, authorization);
  const endpoint = rules.endpoint(request.path);
  if (endpoint === null) throw new RequestProblem(404, `Path ${clipText(request.path)} not found.`);
  // Rule: data service interface, "Limits": transactions only.
  return request.path === resources.transactions.path
    ? limited(rules.limit, () => endpoint(request))
    : jsonAnswer(await endpoint(request));
}

function checkKey(key: string, authorization: string | undefined): void {
  if (authorization === undefined) {
    throw new RequestProblem(401, 'Authorization header missing. Please include a valid API key.');
  }
  if (!/^bearer /i.test(authorization) || authorization.slice('bearer '.length).trim() !== key) {
    throw new RequestProblem(
      401,
      'Invalid API key. Please ensure that the API key is correct and try again.',
    );
  }
}

/** Counts refused queries too. Assumed: the names of the headers. */
async function limited(limit: RateLimit, make: () => string | Promise<string>): Promise<Answer> {
  const state = limit.take();
  const headers = {
    'ratelimit-limit': state.limit.toString(),
    'ratelimit-remaining': state.left.toString(),
    'ratelimit-reset': state.resetSeconds.toString(),
  };
  if (!state.allowed) {
    return problemAnswer(
      429,
      `Rate limit exceeded: ${state.limit.toString()} requests per hour. Try again in ${state.retryAfterSeconds.toString()} seconds.`,
      { ...headers, 'retry-after': state.retryAfterSeconds.toString() },
    );
  }
  try {
    return jsonAnswer(await make(), headers);
  } catch (error) {
    return problemOf(error, headers);
  }
}

type RateLimit = ReturnType<typeof makeRateLimit>;

/** Rule: data service interface, "Limits". Assumed: a bucket that fills evenly over an hour. */
export function makeRateLimit(perHour: number, now: () => number) {
  let tokens = perHour;
  let filledAt = now();
  return {
    take: () => {
      const time = now();
      tokens = Math.min(perHour, tokens + ((time - filledAt) * perHour) / hourMs);
      filledAt = time;
      const allowed = tokens >= 1;
      if (allowed) tokens -= 1;
      const secondsUntil = (wanted: number): number =>
        Math.ceil((((wanted - tokens) / perHour) * hourMs) / 1000);
      return {
        allowed,
        limit: perHour,
        left: Math.floor(tokens),
        retryAfterSeconds: Math.max(1, secondsUntil(1)),
        resetSeconds: Math.max(0, secondsUntil(perHour)),
      };
    },
  };
}
