import { expect, it } from 'vitest';
import type { CellFormats } from '../../../../../preload/contract/cellFormats.ts';
import type { CallInput } from '../../../../../preload/contract/bridge.ts';
import { fail, ok } from '../../../../../preload/contract/failures.ts';
import type { ColumnSummary } from '../../../../../preload/contract/columnSummary.ts';
import {
  ColumnEnds,
  columnsWithoutEnds,
} from '../../../../../renderer/features/cellFormats/columnEnds.svelte.ts';

const summary: ColumnSummary = {
  rows: 2,
  empty: 0,
  count: 2,
  distinct: 2,
  smallest: 3,
  largest: 8,
  figures: null,
  histogram: null,
  frequent: [],
  completeAsOf: null,
  approximate: false,
};

const list = { connectionId: 'sample', resource: 'assets', query: {} } as const;

/** Ends over summaries that a test answers one by one. */
function begin(): {
  ends: ColumnEnds;
  asked: { column: string; answer: (summary: Partial<ColumnSummary> | null) => void }[];
  cancelled: string[];
} {
  const asked: { column: string; answer: (summary: Partial<ColumnSummary> | null) => void }[] = [];
  const cancelled: string[] = [];
  const ends = new ColumnEnds({
    summarizeColumns: ({ fields }: CallInput<'summarizeColumns'>) =>
      new Promise((resolve) => {
        asked.push({
          column: fields.join(' '),
          answer: (found) => {
            resolve(
              found === null
                ? fail({ code: 'bad-arguments', message: 'No such field.' })
                : ok({ ...summary, ...found }),
            );
          },
        });
      }),
    cancelRequest: ({ ticket }: CallInput<'cancelRequest'>) => {
      cancelled.push(ticket);
      return Promise.resolve(ok(undefined));
    },
  });
  return { ends, asked, cancelled };
}

it('the ends of columns are those of their summaries, and none where there are no numbers or the field has gone', async () => {
  const { ends, asked } = begin();
  ends.follow(list, ['price', 'empty', 'gone'], 'first');
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.answer({ smallest: -0, largest: 1e308 });
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer({ smallest: null, largest: null });
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.answer(null);
  await expect.poll(() => ends.of('price')).toEqual({ from: -0, to: 1e308 });
  expect([ends.of('empty'), ends.of('gone'), ends.of('never')]).toEqual([null, null, null]);
});

it('an answer for another list, which arrives late, counts for nothing', async () => {
  const { ends, asked, cancelled } = begin();
  ends.follow(list, ['price'], 'first');
  await expect.poll(() => asked.length).toBe(1);
  const other = { ...list, query: { filter: { field: 'id', operator: 'gt', value: 3 } } } as const;
  ends.follow(other, ['price'], 'first');
  expect(cancelled).toHaveLength(1);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer({ smallest: 5, largest: 6 });
  await expect.poll(() => ends.of('price')).toEqual({ from: 5, to: 6 });
  asked[0]?.answer({ smallest: 1, largest: 100 });
  // By when another column is requested, the late answer has been read too.
  ends.follow(other, ['price', 'yield'], 'first');
  await expect.poll(() => asked.length).toBe(3);
  expect(ends.of('price')).toEqual({ from: 5, to: 6 });
});

it('a list whose records change keeps its ends until the new ones are known', async () => {
  const { ends, asked } = begin();
  ends.follow(list, ['price'], 'first');
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.answer({});
  await expect.poll(() => ends.of('price')).toEqual({ from: 3, to: 8 });
  ends.follow(list, ['price'], 'first');
  ends.follow(list, ['price'], 'more');
  expect(ends.of('price')).toEqual({ from: 3, to: 8 });
  await expect.poll(() => asked.length, { timeout: 5000 }).toBe(2);
  asked[1]?.answer({ largest: 9 });
  await expect.poll(() => ends.of('price')).toEqual({ from: 3, to: 9 });
});

it('only scales and bars of shown columns without ends of their own need them', () => {
  const formats: CellFormats = {
    a: { kind: 'bar', ends: null },
    b: { kind: 'bar', ends: { from: 0, to: 1 } },
    c: { kind: 'scale', ends: null, middle: null },
    d: { kind: 'rules', rules: [] },
    hidden: { kind: 'bar', ends: null },
  };
  expect(columnsWithoutEnds(formats, ['a', 'b', 'c', 'd', 'constructor'])).toEqual(['a', 'c']);
});
