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
  leftOut = 0,
}: Pick<LocalAnswer, 'completeAsOf' | 'cachedRecords' | 'missingFields'> &
  Partial<Pick<LocalAnswer, 'serviceCount' | 'leftOut'>>): Provenance['coverage'] {
  if (missingFields.length > 0) return { kind: 'partial', cachedRecords, missingFields: [...missingFields] };
  return completeAsOf === null
    ? { kind: 'partial', cachedRecords, ...(serviceCount === null ? {} : { serviceCount }) }
    : { kind: 'complete', asOf: completeAsOf, ...(leftOut === 0 ? {} : { leftOut }) };
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
