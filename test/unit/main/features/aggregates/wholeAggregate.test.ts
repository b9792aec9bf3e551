import { describe, expect, it } from 'vitest';
import type { Rows } from '../../../../../main/data-service/aggregates.ts';
import type { OneValue } from '../../../../../main/data-service/series.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import type { Filter } from '../../../../../preload/contract/query.ts';
import { onePage } from '../../../../../main/features/aggregates/onePage.ts';
import { wholeAggregate } from '../../../../../main/features/aggregates/wholeAggregate.ts';

/** Services that have no end of groups, or change their figures between two pages. */

type Page = Rows<OneValue>;

const stated = 10 ** 12;

interface PageOptions {
  readonly nameOf?: (id: number) => string;
  readonly pageCount?: number;
  readonly value?: number;
}

function pageOf(
  ids: readonly number[],
  { nameOf = (id) => `Group ${id.toString()}`, pageCount = stated, value }: PageOptions = {},
): Page {
  return {
    results: ids.map((id) => ({
      measure: { id: 1, slug: 'value', name: 'Value', unit: 'dollar' },
      group: { id, name: nameOf(id), type: 'network', color: null },
      value: value ?? id,
      rounded: 0,
      leftOut: 0,
    })),
    pagination: { page: 1, perPage: 1000, pageCount, resultCount: pageCount },
    count: pageCount,
    saysMore: false,
    unreadable: 0,
    shortfalls: [],
    notes: [],
  };
}

/** @param answer a page, and the how manieth request it is */
async function read(answer: (page: number, nth: number) => Page) {
  let pages = 0;
  try {
    const { results, notes, shortfalls } = await wholeAggregate(
      ({ pagination }) => {
        pages += 1;
        if (pages > 2000) throw new Error('There is no end.');
        return Promise.resolve(answer(pagination?.page ?? 1, pages));
      },
      {},
      () => Date.UTC(2026, 0, 1) + pages * 60_000,
    );
    return {
      pages,
      message: '',
      values: results.map(({ value }) => value),
      notes: [...shortfalls, ...notes],
    };
  } catch (error) {
    return { pages, message: error instanceof Error ? error.message : '', values: [], notes: [] };
  }
}

describe('all groups of a service that states a trillion pages', () => {
  it('end with a sentence where its pages bring nothing new', async () => {
    const { pages, message } = await read(() => pageOf([1, 2, 3]));
    expect([pages, message]).toEqual([3, 'The service sends the same groups again and again.']);
  });

  it.each([
    [
      'many groups',
      (page: number) => pageOf(Array.from({ length: 1000 }, (_, index) => page * 1000 + index)),
      101,
    ],
    ['small pages', (page: number) => pageOf([page]), 1000],
    ['long names', (page: number) => pageOf([page], { nameOf: () => page.toString().padEnd(5e6, 'x') }), 5],
  ] as const)('end with a sentence where it has %s', async (_what, answer, most) => {
    const { pages, message } = await read(answer);
    expect(message).toContain('more groups than the app takes');
    expect(pages).toBe(most);
  });
});

describe('all groups of a service that changes its figures while they are read', () => {
  it('are of one moment: they are read until two readings have the same', async () => {
    const pageCount = 3;
    const { pages, values, notes } = await read((page, nth) =>
      pageOf([page], { pageCount, value: nth > 2 ? 2 : 1 }),
    );
    expect([pages, values, notes]).toEqual([9, [2, 2, 2], []]);
  });

  it('are said to be of several where that goes on', async () => {
    const { pages, notes } = await read((page, nth) => pageOf([page], { pageCount: 3, value: nth }));
    expect([pages, notes]).toEqual([
      9,
      ['Read from 2026-01-01 00:03 UTC to 2026-01-01 00:09 UTC, over a change of the service’s data.'],
    ]);
  });

  it.each([
    ['two replicas take turns', (_page: number, nth: number) => nth % 2],
    ['its first page is an older copy', (page: number) => Number(page > 1)],
  ] as const)('are said to be of several where %s', async (_what, valueOf) => {
    const all = Array.from({ length: 150 }, (_, id) => id);
    let nth = 0;
    const { notes } = await wholeAggregate(
      ({ pagination: { page = 1, perPage = 25 } = {} }) => {
        nth += 1;
        const size = Math.min(perPage, 100);
        const sent = all.slice((page - 1) * size, page * size);
        return Promise.resolve({ ...pageOf(sent, { value: valueOf(page, nth) }), count: 150 });
      },
      {},
      () => Date.UTC(2026, 0, 1),
    );
    expect(notes.join()).toContain('over a change of the service’s data');
  });

  it('are the same in whatever order they come, and read again where some come twice and others not at all', async () => {
    const pageCount = 3;
    const ofPages = async (...pages: readonly (readonly number[])[]) => {
      const answer = await read((_page, nth) => pageOf(pages[nth - 1] ?? [], { pageCount }));
      return [answer.pages, answer.values, answer.notes];
    };
    expect(await ofPages([3], [2], [1], [2], [1], [3])).toEqual([6, [1, 2, 3], []]);
    expect(await ofPages([1], [2], [1], [3], [3], [2], [1])).toEqual([7, [1, 2, 3], []]);
    const [, values, notes] = await ofPages(...Array.from({ length: 12 }, (_, index) => [index % 2]));
    expect([values, notes]).toEqual([[0, 1], ['2 of 3 that the service counts.']]);
  });

  it('have the one that slips between two pages where another goes and one comes', async () => {
    const all = Array.from({ length: 301 }, (_, id) => id);
    const living = (nth: number) => all.filter((id) => (nth < 3 ? id !== 300 : id !== 50));
    const { values, notes } = await read((page, nth) =>
      pageOf(living(nth).slice((page - 1) * 100, page * 100), { pageCount: 300 }),
    );
    const said = ['1 group came at first, and not again.'];
    expect([values.includes(200), values.length, notes]).toEqual([true, 300, said]);
  });

  it('are said to be a part where that goes on', async () => {
    const all = Array.from({ length: 400 }, (_, id) => id);
    // With each third page, which ends a reading, the one at 50 goes and one comes at the end.
    const { notes } = await read((page, nth) => {
      const gone = Math.floor(nth / 3);
      const living = all.filter((id) => id < 50 || id >= 50 + gone).slice(0, 300);
      return pageOf(living.slice((page - 1) * 100, page * 100), { pageCount: 300 });
    });
    expect(notes).toContain(
      'The service keeps no order of ids: some may be missing where the list changed meanwhile.',
    );
  });

  it('are a part where the first answer counts more than all that follow have, as of a replica that is behind', async () => {
    const { values, notes } = await read((page, nth) => {
      const living = Array.from({ length: nth < 2 ? 320 : 243 }, (_, id) => id);
      return { ...pageOf(living.slice((page - 1) * 100, page * 100)), count: living.length };
    });
    expect([values.length, notes]).toEqual([
      243,
      ['243 of 320 that the service counted before; now it counts 243.'],
    ]);
  });

  it.each([
    ['counted', 250, 230],
    ['not counted', null, null],
  ])(
    'are said to be a part where some came at first and not again, %s: gone, or kept from a replica that is behind',
    async (_what, before, after) => {
      const all = Array.from({ length: 250 }, (_, id) => id);
      const { values, notes } = await read((page, nth) => {
        const living = nth < 2 ? all : all.slice(20);
        return {
          ...pageOf(living.slice((page - 1) * 100, page * 100)),
          count: nth < 2 ? before : after,
        };
      });
      expect([values.length, notes]).toEqual([230, ['20 groups came at first, and not again.']]);
    },
  );

  it('are said to be a part where a second look has what the first has missed, and nothing was counted', async () => {
    const all = Array.from({ length: 250 }, (_, id) => id);
    // Each look misses other groups between its pages, those of the second and the third fewer than the one before.
    const gap = (nth: number): number => [40, 20, 10][Math.floor((nth - 1) / 4)] ?? 10;
    const { values, notes } = await read((page, nth) => {
      const sent = [...all.slice(0, 100), ...all.slice(100 + gap(nth))];
      return { ...pageOf(sent.slice((page - 1) * 100, page * 100), { pageCount: 3 }), count: null };
    });
    expect(values.length).toBeLessThan(250);
    expect(notes).toContain(
      'The service keeps no order of ids: some may be missing where the list changed meanwhile.',
    );
  });

  it('are all there are where the first answer has none and the next reading does', async () => {
    const none = pageOf([], { pageCount: 0 });
    const { values, notes } = await read((page, nth) =>
      nth > 1 && page === 1 ? pageOf([1, 2], { pageCount: 2 }) : none,
    );
    expect([values, notes]).toEqual([[1, 2], []]);
  });

  it('are none where two readings have none', async () => {
    const { pages, values, notes } = await read(() => pageOf([], { pageCount: 0 }));
    expect([pages, values, notes]).toEqual([4, [], []]);
  });

  it('take two requests where a page has them all: nothing is on the page behind it', async () => {
    const answer = (page: number): Page => pageOf(page === 1 ? [1, 2] : [], { pageCount: 2 });
    expect(await read(answer)).toMatchObject({ pages: 2, values: [1, 2], notes: [] });
  });
});

describe('all groups of a service that sends at most 100 at once', () => {
  const all = Array.from({ length: 300 }, (_, id) => id);
  const partOf = (page: number): readonly number[] => all.slice((page - 1) * 100, page * 100);
  it.each([
    ['counts them', () => 300, 300, []],
    ['counts the page', (page: number) => partOf(page).length, 300, []],
    ['counts 0', () => 0, 300, []],
    ['counts more than there are', () => 400, 300, ['300 of 400 that the service counts.']],
  ])('and %s are read to their end', async (_what, countOf, length, notes) => {
    const answer = await read((page) => pageOf(partOf(page), { pageCount: countOf(page) }));
    expect([answer.values.length, answer.notes]).toEqual([length, notes]);
  });

  it('and has no further page are said to be a part', async () => {
    const answer = await read((page) => pageOf(page === 1 ? partOf(1) : [], { pageCount: 300 }));
    expect([answer.values.length, answer.notes]).toEqual([100, ['100 of 300 that the service counts.']]);
  });

  it('and counts 300 but sends others with each request are said to be of 300', async () => {
    // Of these the second reading has 20 that the first lacks, and the other way round.
    const read = await wholeAggregate(
      ({ pagination: { page = 1, perPage = 1 } = {} }) => {
        const size = Math.min(perPage, 100);
        const living = perPage < 100 ? all.slice(80) : all.slice(0, 220);
        return Promise.resolve({ ...pageOf(living.slice((page - 1) * size, page * size)), count: 300 });
      },
      {},
      Date.now,
    );
    expect(read.shortfalls).toEqual([
      '220 of 300 that the service counts.',
      '80 groups came at first, and not again.',
    ]);
    expect(read.pagination.resultCount).toBe(300);
  });

  it('and has an odd one on its last page keep the others, and are whole but for that one', async () => {
    const read = await wholeAggregate(
      ({ pagination: { page = 1, perPage = 1 } = {} }) => {
        const size = Math.min(perPage, 100);
        const living = all.slice((page - 1) * size, page * size);
        const odd = living.filter((id) => id > 297).length;
        const sent = pageOf(living.filter((id) => id <= 297));
        return Promise.resolve({ ...sent, count: 300, unreadable: odd });
      },
      {},
      Date.now,
    );
    expect([read.results.length, read.unreadable, read.shortfalls]).toEqual([298, 2, []]);
  });

  it('and has two under one key are both shown', async () => {
    const answer = await read((page) => pageOf(page === 1 ? [1, 1] : [], { pageCount: 2 }));
    expect([answer.values, answer.notes]).toEqual([[1, 1], []]);
  });

  it('and answers with none once are requested again', async () => {
    const answer = await read((page, nth) =>
      pageOf(nth === 1 ? [] : partOf(page), { pageCount: nth === 1 ? 0 : 300 }),
    );
    expect([answer.values.length, answer.notes]).toEqual([300, []]);
  });
});

describe('all groups of a service that lists and counts only the first', () => {
  const queryOf = (groupBy: string) => ({ aggregate: { groupBy, aggregateFunction: 'sum' } });
  /** @param takes the orders that the service takes: one direction, whichever is asked for, or none */
  const readCapped = async (
    living: number,
    takes: 'desc' | 'asc' | 'none' = 'desc',
    { groupBy = 'network_id', most = 100 } = {},
  ) => {
    let asked = 0;
    const { results, shortfalls } = await wholeAggregate(
      ({ sort, pagination: { page = 1, perPage = 25 } = {} }) => {
        asked += 1;
        if (sort !== undefined && takes === 'none')
          throw new FailureError({ code: 'bad-query', message: 'No order.' });
        const all = Array.from({ length: living }, (_, id) => id);
        const listed = (sort?.direction === takes ? all.reverse() : all).slice(0, most);
        const sent = listed.slice((page - 1) * perPage, page * perPage);
        return Promise.resolve({ ...pageOf(sent, { pageCount: 1 }), count: listed.length });
      },
      queryOf(groupBy),
      () => Date.UTC(2026, 0, 1),
    );
    return [asked, results.length, shortfalls];
  };

  it.each(['network_id', 'date'])(
    'by %s are said to be a part where others are at the other end',
    async (groupBy) => {
      const said =
        'The service does not list all at once: requested in another way, it has 100 further groups.';
      expect(await readCapped(250, 'desc', { groupBy })).toEqual([3, 100, [said]]);
    },
  );

  const mayBeLimit = (most: number): string =>
    `The service lists and counts ${most.toString()} groups. That may be its limit, and it does not list them in descending order.`;

  it.each([
    [100, 'desc', 100, []],
    [250, 'none', 100, [mayBeLimit(100)]],
    [250, 'asc', 100, [mayBeLimit(100)]],
    [250, 'asc', 50, [mayBeLimit(50)]],
  ] as const)(
    'of %i, if it can list them in the order %s and lists %i, are called whole only if their other end was seen',
    async (living, order, most, said) => {
      expect(await readCapped(living, order, { most })).toEqual([3, most, said]);
    },
  );

  it.each([
    [9, 2],
    [10, 3],
    [99, 3],
  ])('of which there are %i take %i requests', async (living, requests) => {
    expect(await readCapped(living)).toEqual([requests, living, []]);
  });
});

describe('groups by a filter of values of which the service may read only some', () => {
  const filter: Filter = { operator: 'in', field: 'network_id', value: [1, 2] };
  type Figures = Readonly<Record<number, number | readonly number[]>>;
  /** Answers the filter as it was asked, the second time, and with its values reversed. */
  const compare = async (first: Figures, reversed: Figures, again: Figures = first) => {
    const pages = [first, again].map((figures) =>
      Object.entries(figures).flatMap(([id, values]) =>
        [values].flat().flatMap((value) => pageOf([Number(id)], { value }).results),
      ),
    );
    let asked = 0;
    const ofReversed = Object.entries(reversed).flatMap(([id, values]) =>
      [values].flat().flatMap((value) => pageOf([Number(id)], { value }).results),
    );
    const { shortfalls } = await onePage<OneValue>(
      (query) => {
        const isReversed = JSON.stringify(query.filter).includes('[2,1]');
        const results = isReversed ? ofReversed : (pages[Math.min(asked++, 1)] ?? []);
        const pagination = { page: 1, perPage: 30, pageCount: 1, resultCount: results.length };
        return Promise.resolve({ ...pageOf([]), results, pagination, count: results.length });
      },
      { filter, pagination: { page: 1, perPage: 30 } },
    );
    return shortfalls;
  };
  const said = [
    'The service answers the filter with other figures if its values come in another order: it reads only some of them.',
  ];
  const whole: string[] = [];

  it.each<[string, readonly string[], Figures, Figures, Figures?]>([
    ['are equal', whole, { 1: 5, 2: 6 }, { 1: 5, 2: 6 }],
    ['have other figures', said, { 1: 5 }, { 1: 7 }],
    ['are other ones', said, { 1: 5 }, { 2: 7 }],
    ['are two of one key, in one order', whole, { 1: [5, 6] }, { 1: [5, 6] }],
    ['are two of one key, one of them with another figure', said, { 1: [5, 6] }, { 1: [5, 7] }],
    ['come for an empty page', said, {}, { 2: 7 }],
    ['cancel out but for rounding', whole, { 1: 0 }, { 1: 1e-8 }],
    ['changed meanwhile', whole, { 1: 5 }, { 1: 7 }, { 1: 7 }],
  ])('that %s with its values reversed are compared', async (_what, expected, first, reversed, again) => {
    expect(await compare(first, reversed, again)).toEqual(expected);
  });
});
