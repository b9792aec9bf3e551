import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../../../preload/contract/query.ts';
import { watchlistFilter } from '../../../../../../preload/contract/watchlists.ts';
import { costOfList } from '../../../../../../main/features/watchlists/plan/cost.ts';

const shape = { maxBytes: 7800, perPage: 1000 };

function filterOf(wallets: number): Filter {
  return (
    watchlistFilter({
      query: {},
      wallets: Array.from({ length: wallets }, (_, at) => ({
        address: `0x${at.toString().padStart(40, 'abc')}`,
        chain: 'evm',
        side: 'either',
      })),
    }) ?? { operator: 'and', filters: [] }
  );
}

/** What a list of so many wallets costs where requests without wallets bring so many transactions a day. */
function cost(
  wallets: number,
  perDay: number | null | undefined,
  importance: 'high' | 'normal' = 'normal',
): ReturnType<typeof costOfList> {
  const known = { isWide: false, sweeps: true, lateDays: 2, firstDays: 30 };
  return costOfList({ filter: filterOf(wallets), importance }, shape, { ...known, perDayOf: () => perDay });
}

describe('what a list costs', () => {
  it('is a request where its wallets fit into one', () => {
    expect(cost(5, undefined)).toEqual({ first: 1, perHour: 1, isMost: false });
    expect(cost(5, undefined, 'high')).toEqual({ first: 1, perHour: 2, isMost: false });
  });

  it('is at most as many requests as its wallets take, while it is not known whether fewer do', () => {
    const { first, perHour, isMost } = cost(5000, undefined);
    expect(isMost).toBe(true);
    expect(first).toBeGreaterThan(100);
    expect(perHour).toBe(first);
  });

  it('is so many requests where the service refuses those without wallets', () => {
    expect(cost(5000, null)).toEqual({ ...cost(5000, undefined), isMost: false });
  });

  it('is as many pages as the service has for all wallets, where that is fewer', () => {
    expect(cost(5000, 2000)).toEqual({ first: 60, perHour: 1 + 2000 / 1000 / 24, isMost: false });
  });
});
