import { describe, expect, it } from 'vitest';
import { wholeAggregate } from '../../../../../main/features/aggregates/wholeAggregate.ts';
import type { AggregateAnswer } from '../../../../../preload/contract/aggregates.ts';

/** Services that have no end of groups. */

const stated = 10 ** 12;

function pageOf(
  ids: readonly number[],
  name = (id: number): string => `Group ${id.toString()}`,
): AggregateAnswer {
  return {
    results: ids.map((id) => ({
      measure: { slug: 'value', name: 'Value', unit: null },
      group: { id, name: name(id), type: 'network', color: null },
      value: id,
    })),
    pagination: { page: 1, perPage: 1000, pageCount: stated, resultCount: stated },
    provenance: {
      source: 'service',
      fetchedAt: 1,
      request: '',
      stale: false,
      sample: false,
      connectionId: 'test',
      coverage: { kind: 'answer' },
    },
  } as unknown as AggregateAnswer;
}

async function read(answer: (page: number) => AggregateAnswer): Promise<{ pages: number; message: string }> {
  let pages = 0;
  try {
    await wholeAggregate(({ pagination }) => {
      pages += 1;
      if (pages > 2000) throw new Error('There is no end.');
      return Promise.resolve(answer(pagination?.page ?? 1));
    }, {});
    return { pages, message: '' };
  } catch (error) {
    return { pages, message: error instanceof Error ? error.message : '' };
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
    ['long names', (page: number) => pageOf([page], () => page.toString().padEnd(5_000_000, 'x')), 5],
  ] as const)('end with a sentence where it has %s', async (_what, answer, most) => {
    const { pages, message } = await read(answer);
    expect(message).toContain('more groups than the app takes');
    expect(pages).toBe(most);
  });
});
