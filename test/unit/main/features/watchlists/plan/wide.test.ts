import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../../../preload/contract/query.ts';
import { watchlistFilter } from '../../../../../../preload/contract/watchlists.ts';
import { canonicalJson } from '../../../../../../preload/contract/json.ts';
import type { PlanList } from '../../../../../../main/features/watchlists/plan/types.ts';
import {
  chooseRequests,
  withoutWallets,
  type WideKnowledge,
} from '../../../../../../main/features/watchlists/plan/wide.ts';

const shape = { maxBytes: 7800, perPage: 1000 };
const everything: Filter = { operator: 'and', filters: [] };
const networks: Filter = { operator: 'in', field: 'network_id', value: [1, 2] };

function list(id: string, wallets: number, filter?: Filter, more: Partial<PlanList> = {}): PlanList {
  const asked = watchlistFilter({
    query: { filter },
    wallets: Array.from({ length: wallets }, (_, at) => ({
      address: `0x${`${id}${at.toString()}`.padStart(40, 'abc')}`,
      chain: 'evm',
      side: 'either',
    })),
  });
  const common = { importance: 'normal', fromDay: '2026-01-10', perHour: null, apart: 0 } as const;
  return { id, filter: asked ?? everything, ...common, ...more };
}

function knowing(filter: Filter, perDay: number | null, isWide = false): WideKnowledge {
  const key = canonicalJson(filter);
  return {
    perDayOf: (asked) => (asked === key ? perDay : undefined),
    isWide,
    sweeps: true,
    lateDays: 2,
    firstDays: 30,
  };
}

const many = [list('1', 60), list('2', 60), list('3', 60)];

describe('a filter without wallets', () => {
  const wallet: Filter = { operator: 'in', field: 'from_address', value: ['a'] };
  const other: Filter = { operator: 'in', field: 'to_address', value: ['a'] };

  it('keeps what does not name one', () => {
    expect(withoutWallets({ operator: 'and', filters: [wallet, networks] })).toEqual({
      operator: 'and',
      filters: [networks],
    });
    expect(withoutWallets(networks)).toEqual(networks);
  });

  it('is everything where an alternative names wallets alone', () => {
    expect(withoutWallets({ operator: 'or', filters: [wallet, other] })).toBeNull();
    expect(withoutWallets({ operator: 'or', filters: [wallet, networks] })).toBeNull();
    expect(withoutWallets({ operator: 'and', filters: [networks, { filters: [wallet] }] })).toEqual({
      operator: 'and',
      filters: [networks],
    });
  });
});

describe('many wallets', () => {
  it('are requested by themselves until it is known how much there is without them', () => {
    const { requests, measure } = chooseRequests(many, shape, knowing(networks, 1));
    expect(measure?.filter).toEqual(everything);
    expect(requests.length).toBeGreaterThan(4);
    expect(requests.every(({ isWide }) => !isWide)).toBe(true);
  });

  it('are left out of one request where that takes fewer', () => {
    const { requests, measure } = chooseRequests(many, shape, knowing(everything, 2000));
    expect(measure).toBeNull();
    expect(requests).toEqual([
      expect.objectContaining({ filter: everything, isWide: true, listIds: ['1', '2', '3'] }),
    ]);
  });

  it('keep the other conditions of their lists', () => {
    const lists = many.map(({ id }) => list(id, 60, networks));
    const { requests } = chooseRequests(lists, shape, knowing(networks, 2000));
    expect(requests).toEqual([expect.objectContaining({ filter: networks, isWide: true })]);
  });

  it('stay where there is too much without them, or the service does not answer that', () => {
    for (const perDay of [30_000, null]) {
      const { requests, measure } = chooseRequests(many, shape, knowing(everything, perDay));
      expect(measure).toBeNull();
      expect(requests.every(({ isWide }) => !isWide)).toBe(true);
    }
  });

  it('of lists that are suspected of a refusal are never left out', () => {
    const suspected = many.map((one) => ({ ...one, apart: 2 }));
    const { requests, measure } = chooseRequests(suspected, shape, knowing(everything, 1));
    expect(measure).toBeNull();
    expect(requests.every(({ isWide }) => !isWide)).toBe(true);
  });

  it('are not requested otherwise at every small change of what there is', () => {
    const of = (perDay: number, isWide: boolean): boolean =>
      chooseRequests(many.slice(0, 1), shape, knowing(everything, perDay, isWide)).requests.some(
        (request) => request.isWide,
      );
    const amounts = Array.from({ length: 200 }, (_, at) => at * 100);
    const between = amounts.filter((perDay) => of(perDay, true) && !of(perDay, false));
    expect(of(0, false)).toBe(true);
    expect(amounts.some((perDay) => of(perDay, false) && !of(perDay, true))).toBe(false);
    expect(between.length).toBeGreaterThanOrEqual(0);
  });
});
