import { describe, expect, it } from 'vitest';
import { provenWhole } from '../../../../../main/sync/proof/evidence.ts';
import {
  endlessReason,
  evidenceOf,
  firstProgress,
  nextPass,
} from '../../../../../main/sync/proof/progress.ts';
import { readPass } from '../../../../../main/sync/proof/readPass.ts';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';

/** A page that is asked for: the how manieth request it is, counted from 1. */
interface Asked {
  readonly nth: number;
  readonly page: number;
  readonly perPage: number;
}

/** What a service sends; what it leaves out is stated as it is. */
interface Sent {
  readonly ids: readonly number[];
  readonly count?: number | null;
  readonly perPage?: number;
}

interface Service {
  /** The ids of its records, which a test may change. */
  readonly list: number[];
  readonly answer: (asked: Asked) => Sent;
  /** True where its list is proven to be whole in the end; undefined where that is luck. */
  readonly isProven: boolean | undefined;
  /** The most requests that it takes. */
  readonly most?: number;
  /** True if it lists in no descending order. */
  readonly refusesOrder?: boolean;
}

const range = (count: number, from = 1): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

function pageOf(
  list: readonly number[],
  { page, perPage }: { page: number; perPage: number },
  cap = 200,
): Sent {
  const size = Math.min(perPage, cap);
  return { ids: list.slice((page - 1) * size, page * size), count: list.length, perPage: size };
}

/** A service whose list stands still, and that answers with what `change` makes of a page. */
function still(
  count: number,
  isProven: boolean | undefined,
  change: (sent: Sent, asked: Asked, list: readonly number[]) => Sent = (sent) => sent,
  { cap = 200, most }: { cap?: number; most?: number } = {},
): Service {
  const list = range(count);
  return {
    list,
    answer: (asked) => change(pageOf(list, asked, cap), asked, list),
    isProven,
    ...(most === undefined ? {} : { most }),
  };
}

const sized =
  (sizes: readonly number[], says: boolean) =>
  (_sent: Sent, asked: Asked, list: readonly number[]): Sent => {
    const size = sizes.findLast((one) => one <= asked.perPage) ?? sizes[0] ?? 25;
    return {
      ...pageOf(list, { page: asked.page, perPage: size }),
      ...(says ? {} : { perPage: asked.perPage }),
    };
  };

function moving(isProven: boolean, move: (list: number[], nth: number) => void, count = 1000): Service {
  const list = range(count);
  return {
    list,
    isProven,
    answer(asked) {
      const sent = pageOf(list, asked);
      move(list, asked.nth);
      return sent;
    },
  };
}

/** Each makes a service of its kind. */
const kinds: Readonly<Record<string, () => Service>> = {
  'that is honest': () => still(3000, true, undefined, { most: 35 }),
  'with one page': () => still(35, true, undefined, { most: 2 }),
  'with one record': () => still(1, true, undefined, { most: 2 }),
  'with full pages': () => still(3000, true, undefined, { most: 35, cap: 100 }),
  'that states one page': () => still(3000, true, (sent) => ({ ...sent, count: 3000 })),
  'that counts up to 1,000': () =>
    still(3000, true, (sent) => ({ ...sent, count: Math.min(1000, sent.count ?? 0) })),
  'that counts up to 1,000, of exactly that many': () => still(1000, true, undefined, { most: 14 }),
  'that lists and counts no more than 1,200': () =>
    still(3000, false, (_sent, asked, list) => pageOf(list.slice(0, 1200), asked)),
  'that lists and counts no more than 25, and refuses to list them from the other end': () => ({
    ...still(80, false, (_sent, asked, list) => pageOf(list.slice(0, 25), asked)),
    refusesOrder: true,
  }),
  'with 35 records, which refuses to list them from the other end': () => ({
    ...still(35, true),
    refusesOrder: true,
  }),
  'that counts its page': () => still(300, true, (sent) => ({ ...sent, count: sent.ids.length })),
  'that counts its page, in short pages': () =>
    still(300, true, (sent, { nth }) => {
      const ids = nth % 3 === 2 ? sent.ids.slice(0, 15) : sent.ids;
      return { ...sent, ids, count: ids.length };
    }),
  'that counts what came so far, in short pages': () =>
    still(300, true, (sent, { page, perPage, nth }) => {
      const ids = nth % 3 === 2 ? sent.ids.slice(0, Math.max(15, perPage - 10)) : sent.ids;
      return { ...sent, ids, count: (page - 1) * perPage + ids.length };
    }),
  'that counts nothing, 25 at once': () => still(300, true, ({ ids }) => ({ ids, count: null }), { cap: 25 }),
  'that counts 0': () => still(300, true, (sent) => ({ ...sent, count: 0 })),
  'that counts too many': () => still(300, false, (sent) => ({ ...sent, count: 500 })),
  'that counts too few': () => still(300, true, (sent) => ({ ...sent, count: 250 })),
  'that drops a record': () =>
    still(3000, false, (sent) => ({ ...sent, ids: sent.ids.filter((id) => id !== 777) }), { most: 70 }),
  'that drops one of each page': () =>
    still(3000, undefined, (sent) => ({ ...sent, ids: sent.ids.filter((_id, at) => at !== 50) }), {
      most: 200,
    }),
  'with short pages': () =>
    still(3000, true, (sent, { page }) => ({
      ...sent,
      ids: page % 3 === 0 ? sent.ids.slice(0, 75) : sent.ids,
    })),
  'with half a last page': () =>
    still(
      2950,
      false,
      (sent, { page, perPage }) =>
        page >= Math.ceil(2950 / perPage) ? { ...sent, ids: sent.ids.slice(0, sent.ids.length / 2) } : sent,
      { most: 120 },
    ),
  'with sizes of its own': () => still(3000, true, sized([25, 50, 100, 200], true)),
  'with sizes of its own, silently': () => still(3000, true, sized([25, 50, 100, 200], false)),
  'with sizes of its own, not even counting': () =>
    still(3000, true, (sent, asked, list) => ({
      ...sized([25, 50, 100], false)(sent, asked, list),
      count: null,
    })),
  'with one size': () => still(3000, true, (_sent, { page }, list) => pageOf(list, { page, perPage: 200 })),
  'with two records at once': () => still(30, true, undefined, { cap: 2 }),
  'with one record at once': () => still(30, true, undefined, { cap: 1 }),
  'that counts pages from 0': () =>
    still(1100, false, (_sent, { page, perPage }, list) => pageOf(list, { page: page + 1, perPage })),
  'that ends with page 8': () =>
    still(3000, false, (_sent, { page, perPage }, list) =>
      pageOf(list, { page: Math.min(page, 8), perPage }),
    ),
  'that ends with page 8 and counts nothing': () =>
    still(3000, false, (_sent, { page, perPage }, list) => ({
      ...pageOf(list, { page: Math.min(page, 8), perPage }),
      count: null,
    })),
  'that sends page 1 always': () =>
    still(300, false, (_sent, { perPage }, list) => pageOf(list, { page: 1, perPage })),
  'that repeats a page once': () =>
    still(1000, true, (sent, { nth, page, perPage }, list) =>
      nth === 5 ? pageOf(list, { page: page - 1, perPage }) : sent,
    ),
  'that is empty': () => still(0, false),
  'that answers empty once': () =>
    still(300, true, (sent, { nth }) => (nth === 1 ? { ids: [], count: 0 } : sent)),
  'that answers empty in the middle once': () =>
    still(300, true, (sent, { nth }) => (nth === 3 ? { ids: [], count: 0 } : sent)),
  'in the order of texts': () => {
    const list = range(1000).sort((a, b) => (String(a) < String(b) ? -1 : 1));
    return { list, answer: (asked) => pageOf(list, asked), isProven: true, most: 13 };
  },
  'in no order': () => {
    const random = makeRandom(7);
    const list = range(1000).sort(() => random.integer(0, 1) - 0.5);
    return { list, answer: (asked) => pageOf(list, asked), isProven: true, most: 26 };
  },
  'whose pages are in reverse order': () =>
    still(1000, true, (sent) => ({ ...sent, ids: sent.ids.toReversed() }), { most: 40 }),
  'whose short pages are in reverse order': () =>
    still(97, true, (sent) => ({ ...sent, ids: sent.ids.toReversed() }), { cap: 10, most: 40 }),
  'in an order that alternates': () => {
    const list = range(1000);
    const texts = list.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    return { list, answer: (asked) => pageOf(asked.nth % 2 === 0 ? texts : list, asked), isProven: false };
  },
  'whose second replica is behind': () =>
    still(1000, false, (sent, asked, list) => (asked.nth > 5 ? pageOf(list.slice(0, 760), asked) : sent)),
  'whose second replica is behind at random': () => {
    const random = makeRandom(3);
    return still(1000, undefined, (sent, asked, list) =>
      random.integer(0, 1) === 0 ? pageOf(list.slice(0, 820), asked) : sent,
    );
  },
  'that stands still, with another count and fewer records at each second address': () =>
    still(
      199,
      false,
      (_sent, asked, list) => {
        const isBehind = (asked.page + asked.perPage) % 2 === 0;
        const sent = pageOf(isBehind ? list.filter((id) => id % 40 !== 7) : list, asked, 10);
        return { ...sent, count: (isBehind ? 194 : 199) + 13 };
      },
      // Three looks, of 60 requests and four for each page.
      { most: 3 * 150 },
    ),
  'that grows at its end': () =>
    moving(true, (list, nth) => {
      if (nth % 2 === 0) list.push((list.at(-1) ?? 0) + 1);
    }),
  'that grows anywhere': () => {
    const random = makeRandom(5);
    return moving(true, (list, nth) => {
      if (nth % 2 === 0) list.splice(random.integer(0, list.length - 1), 0, 0);
      list.forEach((id, at) => (list[at] = id === 0 ? (list[at - 1] ?? 0) + 0.001 * nth : id));
    });
  },
  'that grows while it drops a record': () => {
    const list = range(3000);
    return {
      list,
      isProven: false,
      answer(asked) {
        const { ids, ...sent } = pageOf(list, asked);
        if (asked.nth % 5 === 0) list.push((list.at(-1) ?? 0) + 1);
        return { ...sent, ids: ids.filter((id) => id !== 777) };
      },
    };
  },
  'of which a quarter goes': () =>
    moving(false, (list, nth) => {
      list.splice(0, 25);
      list.push(...range(25, 5000 + nth * 30));
    }),
  'of which some go once': () =>
    moving(true, (list, nth) => {
      if (nth === 6) list.splice(100, 5);
    }),
};

/** Reads a list as a sync does: looks again where it is not proven to be whole. */
async function read({ list, answer, refusesOrder = false }: Service): Promise<{
  ids: Set<string>;
  lasting: number[];
  shortfalls: string[];
  requests: number;
}> {
  const started = [...list];
  let nth = 0;
  let shortfalls: string[] = [];
  let ids = new Set<string>();
  for (let from = firstProgress(100); ;) {
    const before = ids;
    const ask = (requested: { page: number; perPage: number }) => {
      nth += 1;
      const sent = answer({ nth, ...requested });
      const { perPage = requested.perPage, count = list.length } = sent;
      const page = { perPage, count, sent: sent.ids.length, ids: sent.ids.map(String), leftOut: [] };
      return Promise.resolve(page);
    };
    const { progress, seen } = await readPass(from, before, ask, (requested) => {
      if (refusesOrder) return Promise.resolve(null);
      list.reverse();
      const page = ask(requested);
      list.reverse();
      return page;
    });
    ids = seen;
    if (endlessReason(progress) !== null) throw new Error('endless');
    const evidence = evidenceOf(progress, false);
    const found = provenWhole({ ...evidence, mostBefore: 0 });
    const isSettled = found.length === 0 || found.join() === shortfalls.join();
    const gone = [...before].filter((id) => !list.includes(Number(id))).length;
    shortfalls = provenWhole({ ...evidence, gone });
    if (isSettled || progress.pass >= 3) break;
    from = nextPass(progress, 0);
  }
  return { ids, lasting: started.filter((id) => list.includes(id)), shortfalls, requests: nth };
}

describe('a list of a service', () => {
  it.each(Object.keys(kinds))('%s is proven to be whole only where nothing is missing', async (name) => {
    const service = kinds[name]?.() ?? still(0, false);
    const { ids, lasting, shortfalls, requests } = await read(service);
    const lost = lasting.filter((id) => !ids.has(id.toString()));
    if (shortfalls.length === 0) expect(lost.slice(0, 3)).toEqual([]);
    const { isProven = shortfalls.length === 0 } = service;
    expect({ isProven: shortfalls.length === 0, shortfalls }).toEqual({
      isProven,
      shortfalls: isProven ? [] : shortfalls,
    });
    expect(requests).toBeLessThanOrEqual(service.most ?? 400);
  });
});
