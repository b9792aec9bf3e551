import type { Failure } from '../../../preload/contract/failures.ts';
import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import { ask, type Bridge } from '../../bridge.ts';
import { starters } from '../../query/starters.ts';
import { completeSelection, seriesQuery } from '../../query/seriesSelection.ts';

/** Caches the series of templates and saved views over all days. Returns the first failure, or null. */
export async function cacheCharts(
  bridge: Bridge,
  connectionId: string,
  resource: AggregateResource,
): Promise<Failure | null> {
  const described = await ask(() => bridge.describeAggregates({ connectionId, resource }));
  if (!described.ok) return described.failure;
  const saved = await ask(() => bridge.listSavedQueries());
  if (!saved.ok) return saved.failure;
  const drawn = [...starters, ...saved.value.queries].filter(
    (one) => one.resource === resource && one.target === 'timeseries',
  );
  for (const { query } of drawn) {
    const selection = completeSelection(resource, query, described.value);
    const allDays = seriesQuery({ ...selection, from: null, to: null, page: 1 });
    const result = await ask(() => bridge.timeseries({ connectionId, resource, query: allDays }));
    if (!result.ok) return result.failure;
  }
  return null;
}
