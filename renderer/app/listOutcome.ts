import type { Failure } from '../../preload/contract/failures.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { ListState } from '../features/records/list.svelte.ts';

/** How the list on screen stands, as far as a run of a query is concerned with it. */
export interface ListOutcome {
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Records that match; null before the answer. */
  readonly count: number | null;
  readonly source: Provenance['source'] | null;
  /** The first records. */
  readonly records: readonly ResourceRecord[];
}

export function outcomeOf(list: ListState): ListOutcome {
  return {
    pending: list.opening,
    failure: list.failure,
    count: list.rowCount,
    source: list.provenance?.source ?? null,
    records: list.sampleOfRecords,
  };
}
