import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { LocalAnswer } from '../../store/storeTypes.ts';

/**
 * What is known of an answer that was computed from cached records. Where the query asks for what no record says, other records
 * may match, whatever was synced.
 */
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
