import { counted } from './counted.ts';
import type { Provenance } from './provenance.ts';

/** What limits that records are complete; each member is absent if it is none. */
export interface Limits {
  /** Records that the sync could not store. */
  readonly leftOut?: number | undefined;
  /** Records that were added to the cache, changed in it or left it after the sync. */
  readonly newer?: number | undefined;
}

export interface Completeness extends Limits {
  /** Time of the sync that proved the cache complete, in milliseconds since 1970 UTC; null if unproven. */
  readonly completeAsOf: number | null;
}

export function limitsOf({ leftOut = 0, newer = 0 }: Limits): Limits {
  return { ...(leftOut === 0 ? {} : { leftOut }), ...(newer === 0 ? {} : { newer }) };
}

/** Completes “complete” in a sentence. */
export function butFor({ leftOut = 0, newer = 0 }: Limits): string {
  const lost = leftOut === 0 ? '' : ` but for ${counted(leftOut, 'record')} that could not be kept`;
  return newer === 0 ? lost : `${lost}, ${counted(newer, 'record')} new, changed or gone since`;
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
