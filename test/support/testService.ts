import type { IncomingMessage } from 'node:http';
import { createClient, type Client, type ClientOptions } from '../../main/data-service/client.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { querySchema } from '../../preload/contract/querySchema.ts';

interface Service {
  readonly url: string;
  readonly key?: string;
}

/** Returns a client that does not retry and has no request limit. */
export function clientOf(
  { url, key = 'rwa_test_4f9a' }: Service,
  options: Partial<ClientOptions> = {},
): Client {
  return createClient({
    readAccess: () => Promise.resolve({ baseUrl: url, key }),
    transport: (address, init) => fetch(address, init),
    retryPolicy: { tries: 1, firstDelayMs: 1, longestDelayMs: 1 },
    budget: {
      take: () => Promise.resolve({ granted: true, left: 1, nextAt: null }),
      exhausted: () => Promise.resolve(),
    },
    ...options,
  });
}

/** Connects to a service, for use cases over HTTP. */
export function connectedTo(
  service: Service,
  options: Partial<ClientOptions> = {},
): { readonly connection: Connection; readonly client: Client } {
  const connection = { id: 'test', name: 'Test', baseUrl: service.url, sample: false };
  return { connection, client: clientOf(service, options) };
}

export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): Query {
  const { searchParams } = new URL(url, 'http://localhost');
  return querySchema.parse(JSON.parse(searchParams.get('query') ?? '{}'));
}

export function pageOf(
  records: readonly unknown[],
  { page = 1, perPage = 25 }: Query['pagination'] = {},
): { readonly results: readonly unknown[]; readonly pagination: Record<string, number> } {
  const pageCount = Math.ceil(records.length / perPage);
  return {
    results: records.slice((page - 1) * perPage, page * perPage),
    pagination: { page, perPage, pageCount, resultCount: records.length },
  };
}

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError)) throw error;
  return error.failure;
}
