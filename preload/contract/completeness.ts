import { counted } from './counted.ts';
import type { Provenance } from './provenance.ts';

/** Whether the cache has every record that is meant. */
export interface Completeness {
  /** Since when, as a finished sync has found, in milliseconds since 1970 UTC; null where others may exist. */
  readonly completeAsOf: number | null;
  /** Records of the service that the sync could not keep; left out where there are none. */
  readonly leftOut?: number;
}

/** What follows “complete” in a sentence: nothing, or what could not be kept. */
export function butFor(leftOut = 0): string {
  return leftOut === 0 ? '' : ` but for ${counted(leftOut, 'record')} that could not be kept`;
}

/** True where an answer may lack records that the service has: others may exist, or some could not be kept. */
export function mayLack({ coverage }: Pick<Provenance, 'coverage'>): boolean {
  return coverage.kind === 'partial' || (coverage.kind === 'complete' && (coverage.leftOut ?? 0) > 0);
}
