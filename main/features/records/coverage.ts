import { limitsOf } from '../../../preload/contract/completeness.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { listRequest } from '../../data-service/client.ts';
import type { LocalAnswer } from '../../store/storeTypes.ts';

/** If the query uses fields that records lack, other records may match, whatever was synced. */
export function localCoverage({
  completeAsOf,
  cachedRecords,
  missingFields,
  serviceCount = null,
  leftOut,
  newer,
}: Pick<LocalAnswer, 'completeAsOf' | 'cachedRecords' | 'missingFields'> &
  Partial<Pick<LocalAnswer, 'serviceCount' | 'leftOut' | 'newer'>>): Provenance['coverage'] {
  if (missingFields.length > 0) return { kind: 'partial', cachedRecords, missingFields: [...missingFields] };
  return completeAsOf === null
    ? { kind: 'partial', cachedRecords, ...(serviceCount === null ? {} : { serviceCount }) }
    : { kind: 'complete', asOf: completeAsOf, ...limitsOf({ leftOut, newer }) };
}

export function localSource(
  resource: ResourceName,
  query: Query,
  answer: Parameters<typeof localCoverage>[0] & Pick<LocalAnswer, 'oldestFetchedAt'>,
): Pick<Provenance, 'source' | 'fetchedAt' | 'request' | 'coverage'> {
  return {
    source: 'local',
    fetchedAt: answer.completeAsOf ?? answer.oldestFetchedAt,
    request: listRequest(resource, { ...query, computed: undefined }),
    coverage: localCoverage(answer),
  };
}
