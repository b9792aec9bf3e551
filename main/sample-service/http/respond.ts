import { createHash } from 'node:crypto';
import { QueryProblem } from '../../store/query/problems.ts';
import { jsonAnswer, problemAnswer, RequestProblem, clipText, readTarget, type Answer } from './answer.ts';
import { isLimited, type Endpoint } from './routes.ts';
import { hourMs } from '../../../preload/contract/days.ts';

/** The parts of a request that decide about the answer. */
export interface Incoming {
  readonly method: string;
  /** Path and parameters, as sent. */
  readonly target: string;
  readonly authorization: string | undefined;
  /** The header `If-None-Match`. */
  readonly knownVersions?: string | undefined;
}

export interface Rules {
  readonly key: string;
  readonly limit: RateLimit;
  /** The endpoint at a path that needs the key. */
  endpoint(path: string): Endpoint | null;
  /** The text of a path that anyone may read. */
  open(path: string): string | null;
}

/**
 * Answers a request. Never throws for anything that came with it.
 *
 * Rule: data service interface, "Authentication" and "Errors"; service notes, "Limits and errors".
 */
export async function respond(rules: Rules, incoming: Incoming): Promise<Answer> {
  try {
    return versioned(await answer(rules, incoming), incoming.knownVersions);
  } catch (error) {
    return problemOf(error, {});
  }
}

/**
 * Names the version of an answer, and leaves out a body that the client already has. Rule: RFC 9110, 8.8.3 and 13.1.2;
 * assumed for this service (service notes, "Limits and errors").
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
  return isLimited(request.path)
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

/** A request counts whether or not it can be answered. Assumed: the names of the headers. */
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

/** A bucket of requests that fills up evenly over an hour. */
type RateLimit = ReturnType<typeof makeRateLimit>;

/** Rule: data service interface, "Limits". Assumed: that it is a bucket rather than a count by the clock. */
export function makeRateLimit(perHour: number, now: () => number) {
  let tokens = perHour;
  let filledAt = now();
  return {
    /** Takes a request out of the bucket, if there is one. */
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
        /** Whole requests left. */
        left: Math.floor(tokens),
        /** Until the next request, while none is left. */
        retryAfterSeconds: Math.max(1, secondsUntil(1)),
        /** Until the bucket is full. */
        resetSeconds: Math.max(0, secondsUntil(perHour)),
      };
    },
  };
}
