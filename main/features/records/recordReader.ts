import type { ReadableList, ResourceRecord } from '../../../preload/contract/records.ts';
import { namesComputed, sentQuery, serviceFilter, type Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import {
  createRequestContext,
  type RequestContext,
  type RequestOptions,
  type RecordReaderOptions,
} from './requestContext.ts';
import { createDescriptions, type Descriptions } from '../metadata/describe.ts';
import { listRecords, runLocally } from './listRecords.ts';
import { listWithMultiSort } from './multiSort.ts';
import type { RequestQueue } from '../../jobs/requestQueue.ts';
import { throwNothingCached } from '../../data-service/refusals.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { limitedEndpoint } from '../../data-service/assumptions.ts';
import { recordRequest } from '../../data-service/client.ts';
import { badAnswer } from '../../data-service/failures.ts';
import { FailureError, hasCode, type Failure } from '../../../preload/contract/failures.ts';
import { staleWhileRevalidate } from '../../data-service/staleWhileRevalidate.ts';
import type { StoredRecord } from '../../store/storeTypes.ts';

/** Cached answers if fresh, else the service's, else cached ones. All methods throw `FailureError`. */
export interface RecordReader extends Descriptions {
  list(resource: ResourceName, query: Query, requestOptions?: RequestOptions): Promise<ReadableList>;
  record(resource: ResourceName, id: string | number, requestOptions?: RequestOptions): Promise<RecordAnswer>;
  readonly provenance: RequestContext['provenance'];
  readonly waiting: RequestQueue;
}

export function createRecordReader(options: RecordReaderOptions): RecordReader {
  const context = createRequestContext(options);
  return {
    list(resource, query, request = {}) {
      if (namesComputed(query)) return listByComputed(context, listByService, resource, query, request);
      return sentQuery(query) === query
        ? listByService(resource, query, request)
        : listWithMultiSort(context, listByService, resource, query, request);
    },
    record: (resource, id, request = {}) => readRecord(context, resource, id, request),
    provenance: context.provenance,
    waiting: context.waiting,
    ...createDescriptions(context),
  };

  function listByService(
    resource: ResourceName,
    query: Query,
    request: RequestOptions,
    ordered = query,
  ): Promise<ReadableList> {
    return listRecords(context, resource, query, request, ordered);
  }
}

/** Reads cached records only; if there are none, first requests a page of all records. */
async function listByComputed(
  context: RequestContext,
  listByService: (resource: ResourceName, query: Query, options: RequestOptions) => Promise<ReadableList>,
  resource: ResourceName,
  query: Query,
  options: RequestOptions,
): Promise<ReadableList> {
  const question = { ...options, resource, query: (await context.defineQuery?.(resource, query)) ?? query };
  const here = await runLocally(context, question);
  if (here !== null) return here;
  if (context.offline() || options.cachedOnly === true) return throwNothingCached(resource);
  const filter = serviceFilter(query.filter);
  const first = { ...(filter && { filter }), pagination: { page: 1, perPage: query.pagination?.perPage } };
  await listByService(resource, first, { ...options, fields: ['id'] });
  return (await runLocally(context, question)) ?? throwNothingCached(resource);
}

function noRecord(resource: ResourceName, request: string): Failure {
  if (resources[resource].hasRecordEndpoint) return badAnswer('The response has no record.', request);
  return { code: 'not-found', message: 'The service does not have this record.', request };
}

interface RecordAnswer {
  readonly record: ResourceRecord;
  readonly provenance: Provenance;
}

async function readRecord(
  context: RequestContext,
  resource: ResourceName,
  id: string | number,
  options: RequestOptions,
): Promise<RecordAnswer> {
  const { client, cache, now, provenance } = context;
  const key = String(id);
  const stored = await cache.readRecord({ resource, id }).catch((error: unknown) => {
    // Without the service, there is no other answer.
    if (context.offline() || options.cachedOnly === true || !hasCode(error, 'damaged')) throw error;
    return null;
  });
  const show = ({ record, ...entry }: StoredRecord, reason?: string): RecordAnswer => ({
    record,
    provenance: provenance({ source: 'cache', ...entry }, reason),
  });
  return staleWhileRevalidate(
    context,
    {
      key: `${resource} ${key}`,
      stored,
      show,
      async fetch(signal) {
        const { bytes } = await client.record(resource, id, {
          signal,
          onScreen: signal !== undefined,
        });
        const entry = { fetchedAt: now(), request: recordRequest(resource, id) };
        const read = await cache.readRecordAnswer(bytes, id);
        if (read === null) throw new FailureError(noRecord(resource, entry.request));
        if ('problem' in read) throw new FailureError(badAnswer(read.problem, entry.request));
        const { record, notes } = read;
        await cache.writeRecord({ resource, record, ...entry });
        return { record, provenance: provenance({ source: 'service', ...entry, notes }) };
      },
      // A settled transaction never changes, and another look-up would spend the hourly budget.
      isFresh: ({ fetchedAt }) => context.isFresh(fetchedAt) || resources[resource].path === limitedEndpoint,
      cached: () => (stored === null ? throwNothingCached(resource) : show(stored)),
      onRefreshed: () =>
        context.events?.emit('refreshed', { connectionId: context.connection.id, resource, key }),
    },
    options,
  );
}
