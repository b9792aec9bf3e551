import { FailureError, hasCode } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { metadataPath, type MetadataSubject, type ServiceMetadata } from '../../preload/contract/metadata.ts';
import { aggregateReader, withQuery } from './aggregates.ts';
import { keyProbe, maxBodyBytes, onScreenMs, requestTimeoutMs } from './assumptions.ts';
import type { BudgetLedger, GrantedLimit, Purpose } from './budget.ts';
import { badAnswer, budgetSpent, canceled, noKey, timedOut, tooSlow } from './failures.ts';
import { readMetadata } from './metadata.ts';
import {
  readText,
  requestBody,
  requestJson,
  type Body,
  type JsonAnswer,
  type JsonRequest,
} from './request.ts';
import { defaultRetryPolicy, withRetry, type RetryPolicy } from './retry.ts';
import { SingleFlight } from './singleFlight.ts';
import { spacedJson } from './spacedJson.ts';
import type { Transport } from './transport.ts';

/** `key`: null if none is stored. */
export interface Access {
  readonly baseUrl: string;
  readonly key: string | null;
  /** Called when the request has ended; the service must run until then. */
  readonly release?: () => void;
}

export interface ClientOptions {
  /** Called for each request, so a replaced key applies at once. */
  readonly readAccess: () => Promise<Access>;
  readonly transport: Transport;
  readonly budget: BudgetLedger;
  readonly timeoutMs?: number;
  readonly screenMs?: number;
  readonly retryPolicy?: RetryPolicy;
}

export interface Sending {
  readonly signal?: AbortSignal | undefined;
  /** Background work leaves the reserve to the user. Default: `person`. */
  readonly purpose?: Purpose | undefined;
  /** The answer is awaited on screen: fails after half a minute. */
  readonly onScreen?: boolean | undefined;
  /** Entity tag of the cached list; only a newer one is sent. */
  readonly etag?: string | undefined;
  /** True for an answer that no cache of the service has: the age of one from there is unknown. */
  readonly isUncached?: boolean | undefined;
}

export type Client = ReturnType<typeof createClient>;

export function listRequest(resource: ResourceName, query: Query, write?: (query: Query) => string): string {
  return withQuery(resources[resource].path, query, write);
}

/** Returns the path of a record, or of a list if there is no endpoint or the id cannot be in a path. */
export function recordRequest(resource: ResourceName, id: string | number): string {
  const { path, hasRecordEndpoint } = resources[resource];
  // Such a segment changes the path even if escaped (URL Standard, "single-dot URL path segment").
  const isSegment = !['', '.', '..'].includes(String(id));
  return hasRecordEndpoint && isSegment
    ? `${path}/${encodeURIComponent(String(id))}`
    : withQuery(path, {
        filter: { operator: 'equals', field: 'id', value: id },
        pagination: { page: 1, perPage: 1 },
      });
}

/** Stands for a 304 to a request without `etag`. No reader accepts it. */
const noBody: Body = { bytes: new Uint8Array(), etag: null };

export function createClient(options: ClientOptions) {
  const bodies = new SingleFlight<Body | null>();
  const answers = new SingleFlight<JsonAnswer>();
  const granted = new Map<string, GrantedLimit & { readonly key: string }>();
  const {
    retryPolicy: policy = defaultRetryPolicy,
    timeoutMs = requestTimeoutMs,
    screenMs = onScreenMs,
  } = options;

  /** Shares an answer among equal requests, with retries. Users wait one try at most; on screen, less. */
  async function get<T>(
    flights: SingleFlight<T>,
    read: (request: JsonRequest) => Promise<T>,
    pathAndQuery: string,
    { signal, purpose = 'person', onScreen = false, etag }: Sending = {},
  ): Promise<T> {
    const patience = purpose === 'person' ? AbortSignal.timeout(onScreen ? screenMs : timeoutMs) : null;
    const leaving = [signal, patience].filter((one) => one !== undefined && one !== null);
    try {
      return await flights.join(
        // Background work may be refused when the user is not.
        [purpose, etag, pathAndQuery].join(' '),
        (shared) =>
          withRetry(() => send(read, { pathAndQuery, etag, signal: shared, purpose }), {
            policy,
            signal: shared,
          }),
        AbortSignal.any(leaving),
      );
    } catch (error) {
      if (patience?.aborted !== true || !hasCode(error, 'canceled') || signal?.aborted === true) throw error;
      throw new FailureError(onScreen ? tooSlow(screenMs, pathAndQuery) : timedOut(timeoutMs, pathAndQuery));
    }
  }

  async function send<T>(
    read: (request: JsonRequest) => Promise<T>,
    {
      purpose,
      ...sent
    }: { pathAndQuery: string; etag: string | undefined; signal: AbortSignal; purpose: Purpose },
  ): Promise<T> {
    const access = await options.readAccess();
    try {
      return await sendTo(access, read, sent, purpose);
    } finally {
      access.release?.();
    }
  }

  async function sendTo<T>(
    { baseUrl, key }: Access,
    read: (request: JsonRequest) => Promise<T>,
    sent: Pick<JsonRequest, 'pathAndQuery' | 'etag' | 'signal'>,
    purpose: Purpose,
  ): Promise<T> {
    if (key === null) throw new FailureError(noKey);
    const endpoint = sent.pathAndQuery.replace(/\?.*$/s, '');
    if (sent.signal.aborted) throw new FailureError(canceled(sent.pathAndQuery));
    const known = granted.get(endpoint);
    const grant = await options.budget.take(endpoint, purpose, known?.key === key ? known : null);
    if (!grant.granted) throw new FailureError(budgetSpent(sent.pathAndQuery, grant.nextAt));
    try {
      return await read({
        ...sent,
        onLimit: (limit) => granted.set(endpoint, { key, ...limit }),
        baseUrl,
        key,
        transport: options.transport,
        timeoutMs,
        maxBodyBytes,
      });
    } catch (error) {
      if (hasCode(error, 'rate-limited')) {
        await options.budget.exhausted(endpoint, error.failure.retryAt ?? null);
      }
      throw error;
    }
  }

  const getAnswer = (pathAndQuery: string, sending?: Sending): Promise<JsonAnswer> =>
    get(answers, requestJson, pathAndQuery, sending);

  return {
    ...aggregateReader(async (pathAndQuery, signal) => {
      const body = await get(bodies, requestBody, pathAndQuery, { signal });
      return readText((body ?? noBody).bytes);
    }),
    /** Returns a page's bytes for `readListText`, which may parse 25 MB; null if `etag` is current. */
    list(resource: ResourceName, query: Query, sending: Sending = {}): Promise<Body | null> {
      const write = sending.isUncached === true ? spacedJson : undefined;
      return get(bodies, requestBody, listRequest(resource, query, write), sending);
    },
    async record(resource: ResourceName, id: string | number, sending?: Sending): Promise<Body> {
      return (await get(bodies, requestBody, recordRequest(resource, id), sending)) ?? noBody;
    },
    async metadata(subject: MetadataSubject, sending?: Sending): Promise<ServiceMetadata> {
      const request = metadataPath(subject);
      const { value, notes } = await getAnswer(request, sending);
      const metadata = readMetadata(value);
      if (metadata === null) throw new FailureError(badAnswer('The response is not metadata.', request));
      return notes.length === 0 ? metadata : { ...metadata, notes };
    },
    async testKey(signal?: AbortSignal) {
      await getAnswer(withQuery(keyProbe.path, keyProbe.query), { signal });
    },
  };
}
