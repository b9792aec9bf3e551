import { counted } from './counted.ts';
import type { Provenance } from './provenance.ts';

export interface Completeness {
  /** Time of the sync that proved the cache complete, in milliseconds since 1970 UTC; null if unproven. */
  readonly completeAsOf: number | null;
  /** Records that the sync could not store; absent if none. */
  readonly leftOut?: number;
}

/** Completes “complete” in a sentence. */
export function butFor(leftOut = 0): string {
  return leftOut === 0 ? '' : ` but for ${counted(leftOut, 'record')} that could not be kept`;
}

/** True if records, groups or figures of the service may be missing. */
export function mayLack({ coverage }: Pick<Provenance, 'coverage'>): boolean {
  switch (coverage.kind) {
    case 'answer':
      return coverage.isShort ?? false;
    case 'complete':
      return (coverage.leftOut ?? 0) > 0;
    case 'partial':
      return true;
  }
}
