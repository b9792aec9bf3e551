import type { RequestedPage } from '../../../preload/contract/records.ts';
import { smallestCap } from './caps.ts';
import { missedOf } from './evidence.ts';
import { advance, endlessReason, nextPage, plainly, type PageFacts } from './progress.ts';
import type { SyncProgress } from './types.ts';

type Page = Pick<PageFacts, 'perPage' | 'count' | 'sent' | 'ids' | 'leftOut' | 'denial'>;

/**
 * Reads a list once, and requests it from its other end.
 * @param before the ids of the pass before
 * @param askOtherEnd requests a page in descending order; null if the service refuses
 * @returns the progress, and the ids that came
 */
export async function readPass(
  from: SyncProgress,
  before: ReadonlySet<string>,
  ask: (requested: RequestedPage) => Promise<Page>,
  askOtherEnd: (requested: RequestedPage) => Promise<Page | null>,
): Promise<{ progress: SyncProgress; seen: Set<string> }> {
  const seen = new Set<string>();
  let progress = from;

  async function readOn(): Promise<void> {
    while (!progress.isRead && endlessReason(progress) === null) {
      const requested = nextPage(progress);
      if (requested === null) {
        progress = plainly(progress);
        continue;
      }
      const page = await ask({ ...requested, isFurther: seen.size > 0 });
      const known = page.ids.map((id) => (seen.has(id) ? 'now' : before.has(id) ? 'before' : 'no'));
      const after = advance(progress, { ...page, requested, known, changed: 0, unmatched: 0, unclear: 0 });
      // Records behind a gap do not count as read.
      if (after.distinct > progress.distinct) for (const id of page.ids) seen.add(id);
      progress = after;
    }
  }

  /** Returns the number of unread records that came. */
  async function readOtherEnd(): Promise<number> {
    const page = await askOtherEnd({ page: 1, perPage: progress.perPage, isFurther: true });
    const others = page?.ids.filter((id) => !seen.has(id)).length ?? 0;
    // Only new records come behind the last one.
    const known = page?.ids.find((id) => seen.has(id));
    const isEnd = known !== undefined && known === progress.lastId;
    progress = { ...progress, requests: progress.requests + 1, otherEnd: isEnd ? 'seen' : 'none' };
    const read = progress.distinct + progress.leftOut.length;
    return missedOf(others, (page?.count ?? 0) - read, page?.ids.length ?? 0);
  }

  await readOn();
  if (!progress.isEndSeen && progress.distinct > 0 && progress.read === progress.count) {
    const unread = await readOtherEnd();
    if (progress.otherEnd === 'seen') return { progress: { ...progress, unread }, seen };
    progress = { ...progress, isRead: false };
    await readOn();
  }
  if (!progress.isEndSeen || progress.distinct < smallestCap) return { progress, seen };
  const unread = await readOtherEnd();
  return { progress: { ...progress, unread }, seen };
}
