import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSliced } from '../../../../main/data-service/jsonSlices.ts';

const same = (element: unknown): unknown => element;

describe('readSliced', () => {
  it('reads what JSON.parse reads, however it is spaced and whatever else the answer holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 1, 2),
        async (results, before, after, spaces) => {
          const { results: _, ...rest } = { ...before, ...after, results: null };
          const answer = { ...before, results, ...rest };
          const read = await readSliced(JSON.stringify(answer, null, spaces), same);
          const expected = JSON.parse(JSON.stringify({ ...answer, results: [] })) as unknown;
          expect(read).toEqual({
            elements: JSON.parse(JSON.stringify(results)) as unknown,
            rest: expected,
            notes: [],
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    '',
    'no',
    '[]',
    '{}',
    '{"results":1}',
    '{"results":[1',
    '{"results":[1 2]}',
    '{"results":[{"a":]}',
    '{"a":"results"}',
  ])('takes %j for no answer', async (text) => {
    expect(await readSliced(text, same)).toBeNull();
  });

  it.each([
    ['{"results":[1,2,]}', [1, 2], {}, '1 place '],
    ['{"a":NaN,"results":[[-Infinity,"NaN,]"] , ],}', [[null, 'NaN,]']], { a: null }, '4 places'],
    ['{"results":[],"a":[1,],}', [], { a: [1] }, '2 places'],
  ])('reads %s, which is not quite JSON, and says so', async (text, elements, rest, note) => {
    expect(await readSliced(text, same)).toEqual({
      elements,
      rest: { ...rest, results: [] },
      notes: [expect.stringContaining(note)],
    });
  });

  it('lets others run in the midst of a large answer', async () => {
    const points = Array.from({ length: 1825 }, (_, day) => ['2025-06-01', day / 7]);
    const text = JSON.stringify({ results: Array.from({ length: 200 }, () => ({ points })) });
    let turns = 0;
    let reading = true;
    const count = (): void => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    const read = await readSliced(text, same);
    reading = false;
    expect(read?.elements).toHaveLength(200);
    expect(turns).toBeGreaterThan(5);
  });
});
