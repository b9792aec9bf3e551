import { describe, expect, it } from 'vitest';
import {
  advance,
  endlessReason,
  evidenceOf,
  firstProgress,
  nextPage,
  plainly,
  requestsOfList,
} from '../../../../../main/sync/proof/progress.ts';
import { provenWhole } from '../../../../../main/sync/proof/evidence.ts';
import type { SyncProgress } from '../../../../../main/sync/proof/types.ts';
import { atScale } from '../../../../support/scale.ts';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';

/** A list of ids that may change before each page, as a service serves it. */
function historyOf(seed: number) {
  const random = makeRandom(seed);
  const list = new Set(Array.from({ length: random.integer(1, 600) }, () => random.integer(1, 100_000)));
  /** The records that stood in the list all the time. */
  const lasting = new Set(list);
  return { random, list, lasting, perPage: [10, 25, 100, 200][random.integer(0, 3)] ?? 25 };
}

type History = ReturnType<typeof historyOf>;

/** Inserts and deletes up to thirty records, anywhere. */
function change({ random, list, lasting }: History): void {
  for (let left = random.integer(0, 20); left > 0; left -= 1) {
    const removed = [...list][random.integer(0, list.size)];
    if (random.integer(0, 1) === 0) list.add(random.integer(1, 100_000));
    else if (removed !== undefined) {
      list.delete(removed);
      lasting.delete(removed);
    }
  }
}

/** Reads a list to its end; gives the ids that were read and the requests it took. */
function readAll(history: History, before: (history: History) => void) {
  const read = new Set<number>();
  let progress: SyncProgress = firstProgress(history.perPage);
  while (!progress.isRead) {
    const requested = nextPage(progress);
    if (endlessReason(progress) !== null) break;
    if (requested === null) {
      progress = plainly(progress);
      continue;
    }
    before(history);
    const { page, perPage } = requested;
    const sorted = [...history.list].sort((a, b) => a - b);
    const ids = sorted.slice((page - 1) * perPage, page * perPage);
    const had = progress.distinct;
    progress = advance(progress, {
      requested,
      perPage,
      count: sorted.length,
      sent: ids.length,
      ids: ids.map(String),
      known: ids.map((id) => (read.has(id) ? 'now' : 'no')),
      changed: 0,
      unmatched: 0,
      unclear: 0,
      leftOut: [],
    });
    if (progress.distinct > had) for (const id of ids) read.add(id);
  }
  return { read, requests: progress.requests, progress };
}

describe('a list that is read by overlapping pages', () => {
  it('loses no record that stands in it all the time, whatever is inserted and deleted between two pages, or is not called whole', async () => {
    await atScale(import.meta.filename, 8000, ({ count, seed: first }) => {
      let given = 0;
      for (let seed = first; seed < first + count; seed += 1) {
        const history = historyOf(seed);
        const { read, progress } = readAll(history, change);
        const lost = [...history.lasting].filter((id) => !read.has(id));
        if (lost.length === 0) continue;
        // A list of a few records that is many times as long a moment later is given up: it is never called whole.
        given += 1;
        expect([seed, provenWhole(evidenceOf(progress, false))]).not.toEqual([seed, []]);
      }
      expect(given).toBeLessThanOrEqual(Math.ceil(count / 200));
    });
  });

  it.each([
    [5000, 200],
    [24_000, 200],
    [20_000, 1000],
  ])(
    'of %i records that do not change takes at most an eighth more pages of %i than the least',
    (count, perPage) => {
      const list = new Set(Array.from({ length: count }, (_, index) => index));
      const history = { random: makeRandom(1), list, lasting: list, perPage };
      const { read, requests } = readAll(history, () => undefined);
      expect(read.size).toBe(count);
      // Where its last page is full, another looks behind it.
      expect([0, 1]).toContain(requests - requestsOfList(count, perPage));
      expect(requests / Math.ceil(count / perPage)).toBeLessThan(1.125);
    },
  );

  it.each([
    [200, 400],
    [1000, 400],
    [150, 200],
  ])(
    'takes at most 12 % and 2 more requests than the least with pages of %i, however long it is',
    (perPage, pages) => {
      const beyond: number[] = [];
      for (let least = 1; least <= pages; least += 1) {
        // The most that a number of pages have is the dearest just after it: one record more takes another page.
        const count = (least - 1) * perPage + 1;
        // The first page is requested once more at the end.
        const requests = requestsOfList(count, perPage) + (least > 1 ? 1 : 0);
        if (requests > least * 1.12 + 2) beyond.push(count);
      }
      expect(beyond).toEqual([]);
    },
  );

  it.each([25, 50, 100])('takes no more requests with pages of %i than overlapping pages can', (perPage) => {
    let farthest = perPage;
    for (let requests = 2; requests <= 200; requests += 1) {
      // Of the pages that begin before what was not read, the one that ends last; one that begins later is no evidence.
      const ends: number[] = [];
      for (let size = 1; size <= perPage; size += 1)
        for (let start = 0; start < farthest; start += size)
          if (start + size > farthest) ends.push(start + size);
      farthest = Math.max(...ends);
      expect(requestsOfList(farthest, perPage)).toBe(requests);
      expect(requestsOfList(farthest + 1, perPage)).toBe(requests + 1);
    }
  });

  it('ends, not proven to be whole, where the service sends the same page again and again', () => {
    let progress = firstProgress(100);
    const ids = Array.from({ length: 100 }, (_, id) => id.toString());
    for (let turn = 0; turn < 10 && !progress.isRead; turn += 1) {
      const requested = nextPage(progress) ?? { page: 1, perPage: 100 };
      const sent = ids.slice(0, requested.perPage);
      progress = advance(progress, {
        requested,
        perPage: 100,
        count: 3500,
        sent: sent.length,
        ids: sent,
        known: sent.map(() => (turn === 0 ? 'no' : 'now')),
        changed: 0,
        unmatched: 0,
        unclear: 0,
        leftOut: [],
      });
    }
    expect(progress.isRead).toBe(true);
    expect(provenWhole(evidenceOf(progress, false))).toEqual(['100 of 3,500 that the service counts.']);
  });
});
