import { oneFieldNote } from '../../../preload/contract/answerNotes.ts';
import { queryKey, sentQuery, type Query } from '../../../preload/contract/query.ts';
import { withRecords } from '../../../preload/contract/recordsText.ts';
import type { ReadableList } from '../../../preload/contract/records.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { staleWhileRevalidate } from '../../data-service/staleWhileRevalidate.ts';
import { isSyncEnough, runWhole } from './listRecords.ts';
import type { RequestContext, RequestOptions } from './requestContext.ts';

type ListByService = (
  resource: ResourceName,
  query: Query,
  options: RequestOptions,
  ordered: Query,
) => Promise<ReadableList>;

/**
 * Returns a page of a query that sorts by several fields. The service sorts by one (data service interface,
 * "Query object"). If all records are cached, they are sorted here, and a refresh fetches the service's page
 * for its records. Otherwise the first field decides alone, with a note.
 */
export async function listWithMultiSort(
  context: RequestContext,
  listByService: ListByService,
  resource: ResourceName,
  query: Query,
  options: RequestOptions,
): Promise<ReadableList> {
  const { cache, connection, events, now } = context;
  const sent = sentQuery(query);
  const question = { ...options, resource, query };
  const runHere = (reason?: string): Promise<ReadableList | null> => runWhole(context, question, reason);
  const asOf = await cache.completeAsOf({ resource, query });
  const { notBefore } = options;
  const isOlder = asOf === null || (notBefore !== undefined && !context.isSince(asOf, notBefore));
  const here = isOlder ? null : await runHere();
  if (asOf === null || here === null) return noted(await listByService(resource, sent, options, query));
  const page = await cache.readPage({ resource, query: sent, fields: ['id'], plain: true });
  const key = queryKey(sent);
  return staleWhileRevalidate(
    context,
    {
      key: `${resource} ${key} sorted here`,
      stored: { fetchedAt: Math.max(asOf, page?.fetchedAt ?? 0) },
      show: async (_, reason) => (reason === undefined ? here : ((await runHere(reason)) ?? here)),
      async fetch(signal) {
        // An older page would hide that the refresh failed.
        const refreshing = { ...options, signal, refresh: true, wait: true, notBefore: now() };
        const list = await listByService(resource, sent, refreshing, query);
        return (await runHere()) ?? noted(list);
      },
      complete: () => Promise.resolve(isSyncEnough(context, question, page, asOf) ? here : null),
      cached: () => here,
      onRefreshed: () => events?.emit('refreshed', { connectionId: connection.id, resource, key }),
    },
    options,
  );
}

function noted(list: ReadableList): ReadableList {
  if (list.provenance.source === 'local') return list;
  const notes = [...(list.provenance.notes ?? []), oneFieldNote];
  return withRecords({ ...list, provenance: { ...list.provenance, notes } });
}
