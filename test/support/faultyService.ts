import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeRandom } from '../../main/sample-service/data/random.ts';

/** The odd behaviors of a real service. Rule: service notes, "Limits and errors". */
export const faults = [
  'upstream-timeout', // 400 with the message of a failed connection behind the service
  'undefined-error', // 400 with the message of an error of the service
  'server-error', // 500, 502 or 503
  'late-server-error', // the same, but only after the first page
  'dropped', // the connection breaks before an answer
  'slow', // the body comes in small pieces
  'cut', // the body ends in the middle
  'html', // a page for people instead of JSON
  'empty', // no results for a valid query
  'throttled', // 429 without a header that says when to try again
] as const;
export type Fault = (typeof faults)[number];

export interface BadDay {
  /** Shown in turn, to one request in five. */
  readonly faults?: readonly Fault[];
  /** Added to each answer. */
  readonly latencyMs?: number;
}

/** A service on a bad day. */
export interface FaultyService extends AsyncDisposable {
  readonly url: string;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** Passes requests on to a service, and what befalls them on their way; the same requests in the same order meet the same faults. */
export async function startFaultyService(
  serviceUrl: string,
  { faults: kinds = [], latencyMs = 0 }: BadDay,
): Promise<FaultyService> {
  const random = makeRandom(1, 1001);
  const server = createServer((request, response) => {
    const target = request.url ?? '';
    const met = random.chance(0.2) && kinds.length > 0 ? random.pick(kinds) : null;
    const fault = met === 'late-server-error' && !isLaterPage(target) ? null : met;
    const answer = async (): Promise<Answer> => {
      const { authorization = '' } = request.headers;
      const answered = await fetch(`${serviceUrl}${target}`, { headers: { authorization } });
      const type = answered.headers.get('content-type') ?? '';
      return { status: answered.status, type, body: Buffer.from(await answered.arrayBuffer()) };
    };
    response.on('error', () => undefined);
    void wait(latencyMs)
      .then(() => send(response, fault, answer))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** True for a page after the first, as far as the text of the query tells. */
function isLaterPage(target: string): boolean {
  return /%22page%22(?::|%3A)(?!1\D)\d|"page":(?!1\D)\d/i.test(target);
}

const json = 'application/json; charset=utf-8';

function problem(status: number, message: string): Answer {
  return { status, type: json, body: Buffer.from(JSON.stringify({ message })) };
}

const answersOf: Readonly<Partial<Record<Fault, Answer>>> = {
  'upstream-timeout': problem(400, 'connect ETIMEDOUT 10.0.0.1:5432'),
  'undefined-error': problem(400, "Cannot read properties of undefined (reading 'map')"),
  'server-error': problem(503, 'The service is not available.'),
  'late-server-error': problem(500, 'Internal server error'),
  throttled: problem(429, 'Rate limit exceeded.'),
  html: { status: 502, type: 'text/html', body: Buffer.from('<!doctype html><h1>Bad gateway</h1>') },
  empty: {
    status: 200,
    type: json,
    body: Buffer.from('{"results":[],"pagination":{"page":1,"perPage":25,"pageCount":0,"resultCount":0}}'),
  },
};

async function send(
  response: ServerResponse,
  fault: Fault | null,
  answer: () => Promise<Answer>,
): Promise<void> {
  if (fault === 'dropped') {
    response.destroy();
    return;
  }
  const { status, type, body } = (fault === null ? undefined : answersOf[fault]) ?? (await answer());
  response.writeHead(status, {
    'content-type': type,
    ...(fault === 'slow' ? {} : { 'content-length': body.length.toString() }),
  });
  if (fault === 'cut') {
    // The length is that of the whole body, half of it comes.
    response.write(body.subarray(0, body.length >> 1), () => response.destroy());
    return;
  }
  const piece = fault === 'slow' ? Math.ceil(body.length / 20) : body.length;
  for (let start = 0; start < body.length && !response.destroyed; start += piece) {
    response.write(body.subarray(start, start + piece));
    if (fault === 'slow') await wait(100);
  }
  response.end();
}
