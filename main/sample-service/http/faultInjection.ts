import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { makeRandom } from '../data/random.ts';
import type { ChaosKind } from '../options.ts';
import { problemAnswer, type Answer } from './answer.ts';
import type { Incoming } from './respond.ts';

/**
 * What may befall a request on its way, so that clients can be tried against a bad day. Waits as long as the service is told
 * to, and says which odd behaviour the request meets, if any.
 */
export type FaultInjection = (incoming: Incoming) => Promise<ChaosKind | null>;

export interface FaultInjectionOptions {
  readonly seed: number;
  readonly latencyMs: number;
  readonly failRate: number;
  readonly chaos: readonly ChaosKind[];
}

/** Of requests under chaos, so many meet an odd behaviour. */
const chaosRate = 0.2;

/** The same requests in the same order meet the same faults. */
export function createFaultInjection({
  seed,
  latencyMs,
  failRate,
  chaos,
}: FaultInjectionOptions): FaultInjection {
  const random = makeRandom(seed, 1001);
  return async ({ target }) => {
    const fails = random.chance(failRate);
    const fault = random.chance(chaosRate) && chaos.length > 0 ? random.pick(chaos) : null;
    if (latencyMs > 0) await wait(latencyMs);
    if (fails) return 'server-error';
    return fault === 'late-server-error' && !isLaterPage(target) ? null : fault;
  };
}

/** True for a page after the first, as far as the text of the query tells. */
function isLaterPage(target: string): boolean {
  return /%22page%22(?::|%3A)(?!1\D)\d|"page":(?!1\D)\d/i.test(target);
}

const html = '<!doctype html><html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>';

/** Sends an answer in the way of an odd behaviour. Rule: service notes, "Limits and errors". */
export async function sendFault(
  response: ServerResponse,
  kind: ChaosKind,
  respond: () => Promise<Answer>,
): Promise<void> {
  switch (kind) {
    case 'upstream-timeout':
      return plain(response, problemAnswer(400, 'connect ETIMEDOUT 10.0.0.1:5432'));
    case 'undefined-error':
      return plain(response, problemAnswer(400, "Cannot read properties of undefined (reading 'map')"));
    case 'server-error':
      return plain(response, problemAnswer(503, 'The service is not available.'));
    case 'late-server-error':
      return plain(response, problemAnswer(500, 'Internal server error'));
    case 'throttled':
      return plain(response, problemAnswer(429, 'Rate limit exceeded.'));
    case 'html':
      return plain(response, { status: 502, headers: { 'content-type': 'text/html' }, body: html });
    case 'empty':
      return plain(response, {
        ...problemAnswer(200, ''),
        body: '{"results":[],"pagination":{"page":1,"perPage":25,"pageCount":0,"resultCount":0}}',
      });
    case 'dropped':
      response.destroy();
      return;
    case 'cut':
      return cut(response, await respond());
    case 'slow':
      return drip(response, await respond());
  }
}

function plain(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** The length is that of the whole body, half of it comes. */
function cut(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length.toString() });
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
}

async function drip(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  const bytes = Buffer.from(body);
  const piece = Math.ceil(bytes.length / 20);
  response.writeHead(status, headers);
  for (let start = 0; start < bytes.length && !response.destroyed; start += piece) {
    response.write(bytes.subarray(start, start + piece));
    await wait(100);
  }
  response.end();
}
