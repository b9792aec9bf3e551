import type { ReadableList } from '../../../preload/contract/records.ts';
import { serviceFilter, type Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { throwNothingCached } from '../../data-service/refusals.ts';
import { runLocally } from './listRecords.ts';
import type { RequestContext, RequestOptions } from './requestContext.ts';

/**
 * One page of a query that sorts or filters by a computed column, run on the cached records alone. Where none are cached yet, a first page of all records is requested for
 * them. The coverage says how many they are.
 */
export async function listByComputed(
  context: RequestContext,
  listAsSent: (resource: ResourceName, query: Query, options: RequestOptions) => Promise<ReadableList>,
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
  await listAsSent(resource, first, { ...options, fields: ['id'] });
  return (await runLocally(context, question)) ?? throwNothingCached(resource);
}
