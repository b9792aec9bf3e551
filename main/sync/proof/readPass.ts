import type { RequestedPage } from '../../../preload/contract/records.ts';
import { advance, endlessReason, nextPage, plainly, type PageFacts } from './progress.ts';
import type { SyncProgress } from './types.ts';

/** A page as it came. */
type Page = Pick<PageFacts, 'perPage' | 'count' | 'sent' | 'ids' | 'leftOut'>;

/**
 * Reads a list once, to where it has no more or gets no further.
 * @param before the ids of the pass before
 * @param ask requests a page
 * @returns where the reading stands, and the ids that came
 */
export async function readPass(
  from: SyncProgress,
  before: ReadonlySet<string>,
  ask: (requested: RequestedPage) => Promise<Page>,
): Promise<{ progress: SyncProgress; seen: Set<string> }> {
  const seen = new Set<string>();
  let progress = from;
  while (!progress.isRead && endlessReason(progress) === null) {
    const requested = nextPage(progress);
    if (requested === null) {
      progress = plainly(progress);
      continue;
    }
    const page = await ask({ ...requested, isFurther: seen.size > 0 });
    const known = page.ids.map((id) => (seen.has(id) ? 'now' : before.has(id) ? 'before' : 'no'));
    const after = advance(progress, { ...page, requested, known, changed: 0, unmatched: 0, unclear: 0 });
    // Behind a gap nothing counts as read.
    if (after.distinct > progress.distinct) for (const id of page.ids) seen.add(id);
    progress = after;
  }
  return { progress, seen };
}
