import type { Twins } from '../../preload/contract/twins.ts';
import { count } from './numbers.ts';

/** Returns sentences on transfers that occur twice among the records of figures; empty if none do. */
export function twinsText(twins: Twins | undefined): string {
  const { merged, unsure, cut } = twins ?? { merged: 0, unsure: 0, cut: 0 };
  return [
    merged === 0
      ? []
      : merged === 1
        ? 'One transfer came twice and counts once.'
        : `${count(merged)} transfers came twice and count once.`,
    unsure === 0
      ? []
      : unsure === 1
        ? 'One record may be the same transfer as another; both count.'
        : `${count(unsure)} records may be the same transfers as others; all count.`,
    cut === 0
      ? []
      : cut === 1
        ? 'One transfer has its second record outside of this selection.'
        : `${count(cut)} transfers have their second records outside of this selection.`,
  ]
    .flat()
    .join(' ');
}
