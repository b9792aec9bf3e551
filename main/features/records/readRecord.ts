import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { limitedEndpoint } from '../../data-service/assumptions.ts';
import { recordRequest } from '../../data-service/client.ts';
import { throwNothingCached } from '../../data-service/refusals.ts';
import { staleWhileRevalidate } from '../../data-service/staleWhileRevalidate.ts';
import type { StoredRecord } from '../../store/storeTypes.ts';
import type { RequestContext, RequestOptions } from './requestContext.ts';

export interface RecordAnswer {
  readonly record: ResourceRecord;
  readonly provenance: Provenance;
}

/** One record: from the cache where it is there and fresh, refreshed behind where it is stale, else from the service. */
export async function readRecord(
  context: RequestContext,
  resource: ResourceName,
  id: string | number,
  options: RequestOptions,
): Promise<RecordAnswer> {
  const { client, cache, now, provenance } = context;
  const key = String(id);
  const stored = await cache.readRecord({ resource, id });
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
        const { record, notes } = await client.record(resource, id, { signal });
        const entry = { fetchedAt: now(), request: recordRequest(resource, id) };
        await cache.writeRecord({ resource, record, ...entry });
        return { record, provenance: provenance({ source: 'service', ...entry, notes }) };
      },
      // A settled transaction does not change, and looking it up again would spend the hourly budget.
      isFresh: ({ fetchedAt }) => context.isFresh(fetchedAt) || resources[resource].path === limitedEndpoint,
      cached: () => (stored === null ? throwNothingCached(resource) : show(stored)),
      onRefreshed: () =>
        context.events?.emit('refreshed', { connectionId: context.connection.id, resource, key }),
    },
    { refresh: options.refresh, signal: options.signal },
  );
}
