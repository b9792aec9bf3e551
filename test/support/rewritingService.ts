import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { listen, sendJson, type TestServer } from './httpServer.ts';

interface RewritingOptions {
  /** The real service and its key. */
  readonly url: string;
  readonly key?: string;
  /** Changes an answer. `own`: this service's address; `path`: the requested one. */
  readonly rewrite?: (answer: Json, own: string, path: string) => Json;
  /** Returns the message of a 400 answer; null to pass the request on. */
  readonly refuse?: (path: string) => string | null;
  /** True for a request that is answered with 404. */
  readonly lacks?: (path: string) => boolean;
  /** Awaited before a request is passed on. */
  readonly before?: (path: string) => unknown;
  /** Additional files by path. */
  readonly files?: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>>;
}

/** A proxy of a data service that changes answers. */
export async function startRewritingService({
  url,
  key = '',
  rewrite = (answer) => answer,
  refuse,
  lacks = () => false,
  before,
  files = {},
}: RewritingOptions): Promise<TestServer & { readonly key: string }> {
  const server = await listen((request, response) => {
    const file = files[request.url ?? ''];
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': file.type }).end(file.body);
      return;
    }
    passOn(request, response).catch((error: unknown) => {
      sendJson(response, 502, { message: String(error) });
    });
  });

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const refusal = refuse?.(path) ?? null;
    if (refusal !== null) {
      sendJson(response, 400, { message: refusal });
      return;
    }
    if (lacks(path)) {
      sendJson(response, 404, { message: 'Not found.' });
      return;
    }
    await before?.(path);
    const answer = await fetch(new URL(path, url), {
      headers: { authorization: request.headers.authorization ?? '', accept: 'application/json' },
    });
    sendJson(response, answer.status, rewrite((await answer.json()) as Json, server.url, path));
  }

  return Object.assign(server, { key });
}

/** True for the address of a record with an id above ten. */
export function isBeyondTen(path: string): boolean {
  return Number(/\/(\d+)$/.exec(path)?.[1] ?? 0) > 10;
}

/** Removes records with an id above ten. */
export function firstTen(answer: Json): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer['results']) || !isJsonObject(answer['pagination']))
    return answer;
  const results = answer['results'].filter((record) => isJsonObject(record) && Number(record['id']) <= 10);
  const pagination = { ...answer['pagination'], pageCount: 1, resultCount: results.length };
  return { ...answer, results, pagination };
}
