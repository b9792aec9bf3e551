import { FailureError } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { metadataPath, type MetadataSubject, type ToldMetadata } from '../../preload/contract/metadata.ts';
import { aggregateReader, withQuery, type AggregateReader } from './aggregates.ts';
import { readList, readRecord, type ListAnswer } from './answers.ts';
import { keyProbe, limitedEndpoint, maxBodyBytes, requestTimeoutMs } from './assumptions.ts';
import type { BudgetLedger } from './budget.ts';
import { badAnswer, budgetSpent, cancelled, noKey } from './faults.ts';
import { readMetadata } from './metadata.ts';
import { requestJson, requestText, type JsonRequest } from './request.ts';
import { defaultRetryPolicy, withRetry, type RetryPolicy } from './retry.ts';
import { SingleFlight } from './singleFlight.ts';
import type { Transport } from './transport.ts';

/** Where to ask and with which key; null where none is stored. */
export interface Access {
  readonly baseUrl: string;
  readonly key: string | null;
}

export interface ClientOptions {
  /** Asked at each request, so that a replaced key is used at once. */
  readonly readAccess: () => Promise<Access>;
  readonly transport: Transport;
  readonly budget: BudgetLedger;
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  readonly retryPolicy?: RetryPolicy;
}

/** Talks to the data service of one connection. All methods throw `FailureError` with the codes of the service. */
export interface Client extends AggregateReader {
  list(resource: ResourceName, query: Query, signal?: AbortSignal): Promise<ListAnswer>;
  record(resource: ResourceName, id: string | number, signal?: AbortSignal): Promise<ResourceRecord>;
  metadata(subject: MetadataSubject, signal?: AbortSignal): Promise<ToldMetadata>;
  /** Resolves when the service takes the key; fails with its own words when it does not. */
  testKey(signal?: AbortSignal): Promise<void>;
}

/** Path and query string of a list request: the query object goes, as JSON, into the one parameter `query`. */
export function listRequest(resource: ResourceName, query: Query): string {
  return withQuery(resources[resource].path, query);
}

/** Path of a record, or the list request that finds it where the resource has no record endpoint. */
export function recordRequest(resource: ResourceName, id: string | number): string {
  const { path, hasRecordEndpoint } = resources[resource];
  return hasRecordEndpoint
    ? `${path}/${encodeURIComponent(String(id))}`
    : withQuery(path, {
        filter: { operator: 'equals', field: 'id', value: id },
        pagination: { page: 1, perPage: 1 },
      });
}

export function createClient(options: ClientOptions): Client {
  const flights = new SingleFlight<unknown>();
  const texts = new SingleFlight<string>();
  const policy = options.retryPolicy ?? defaultRetryPolicy;

  /** One answer, shared with whoever asks the same at the same time, tried again where that helps. */
  function get(pathAndQuery: string, signal?: AbortSignal): Promise<unknown> {
    return flights.join(pathAndQuery, (shared) => sendAgain(requestJson, pathAndQuery, shared), signal);
  }

  function getText(pathAndQuery: string, signal?: AbortSignal): Promise<string> {
    const ask = async (request: JsonRequest): Promise<string> => (await requestText(request)).body;
    return texts.join(pathAndQuery, (shared) => sendAgain(ask, pathAndQuery, shared), signal);
  }

  function sendAgain<Answer>(
    ask: (request: JsonRequest) => Promise<Answer>,
    pathAndQuery: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    return withRetry(() => send(ask, pathAndQuery, signal), { policy, signal });
  }

  async function send<Answer>(
    ask: (request: JsonRequest) => Promise<Answer>,
    pathAndQuery: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { baseUrl, key } = await options.readAccess();
    if (key === null) throw new FailureError(noKey);
    const endpoint = pathAndQuery.replace(/\?.*$/s, '');
    const limited = endpoint === limitedEndpoint;
    if (signal.aborted) throw new FailureError(cancelled(pathAndQuery));
    if (limited) {
      const taken = await options.budget.take(limitedEndpoint);
      if (!taken.granted) throw new FailureError(budgetSpent(pathAndQuery, taken.nextAt));
    }
    try {
      return await ask({
        baseUrl,
        pathAndQuery,
        key,
        transport: options.transport,
        signal,
        timeoutMs: options.timeoutMs ?? requestTimeoutMs,
        maxBodyBytes: options.maxBodyBytes ?? maxBodyBytes,
      });
    } catch (error) {
      if (limited && error instanceof FailureError && error.failure.code === 'rate-limited') {
        await options.budget.exhausted(limitedEndpoint, error.failure.retryAt ?? null);
      }
      throw error;
    }
  }

  async function list(resource: ResourceName, query: Query, signal?: AbortSignal): Promise<ListAnswer> {
    const request = listRequest(resource, query);
    const answer = await get(request, signal);
    const read = readList(answer, {
      page: query.pagination?.page ?? 1,
      perPage: query.pagination?.perPage ?? resources[resource].defaultPerPage,
    });
    if (read === null) throw new FailureError(badAnswer('The answer is not a list of records.', request));
    return read;
  }

  return {
    ...aggregateReader(getText),
    list,
    async record(resource, id, signal) {
      const request = recordRequest(resource, id);
      const record = readRecord(await get(request, signal));
      if (record !== null) return record;
      throw new FailureError(
        resources[resource].hasRecordEndpoint
          ? badAnswer('The answer holds no record.', request)
          : { code: 'not-found', message: 'The service does not have this record.', request },
      );
    },
    async metadata(subject, signal) {
      const request = metadataPath(subject);
      const metadata = readMetadata(await get(request, signal));
      if (metadata === null) throw new FailureError(badAnswer('The answer is not metadata.', request));
      return metadata;
    },
    async testKey(signal) {
      await get(withQuery(keyProbe.path, keyProbe.query), signal);
    },
  };
}
