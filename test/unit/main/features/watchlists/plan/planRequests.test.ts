import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../../../preload/contract/query.ts';
import { watchlistFilter } from '../../../../../../preload/contract/watchlists.ts';
import { pageQuery, planRequests } from '../../../../../../main/features/watchlists/plan/planRequests.ts';
import type { PlanList } from '../../../../../../main/features/watchlists/plan/types.ts';
import { listRequest } from '../../../../../../main/data-service/client.ts';

const shape = { maxBytes: 8000, perPage: 1000 };
const token = (value: number): Filter => ({ operator: 'equals', field: 'token_id', value });
const least: Filter = { operator: 'gte', field: 'usd_amount', value: 1e6 };
const all = (...filters: Filter[]): Filter => ({ operator: 'and', filters });

function list(id: string, filter: Filter, more: Partial<PlanList> = {}): PlanList {
  return { id, filter, importance: 'normal', fromDay: '2026-01-10', perHour: null, apart: 0, ...more };
}

function wallets(count: number, from = 0): Filter {
  const addresses = Array.from({ length: count }, (_, at) => ({
    address: `0x${(from + at).toString(16).padStart(40, '0')}`,
    side: 'either' as const,
  }));
  const filter = watchlistFilter({
    query: {},
    wallets: addresses.map((one) => ({ ...one, chain: 'evm' })),
  });
  if (filter === undefined) throw new Error('No wallets.');
  return filter;
}

function bytesOf(filter: Filter): number {
  const query = pageQuery({ filter, fromDay: '2026-01-10', newestBy: null, page: 12, perPage: 1000 });
  return listRequest('transactions', query).length;
}

describe('lists that go together', () => {
  it('lists that want one value of the same field become one condition', () => {
    const planned = planRequests([list('a', token(1)), list('b', token(2)), list('c', token(1))], shape);
    expect(planned).toHaveLength(1);
    expect(planned[0]).toMatchObject({
      filter: { operator: 'in', field: 'token_id', value: [1, 2] },
      listIds: ['a', 'b', 'c'],
    });
  });

  it('conditions that differ stay alternatives of one request', () => {
    const [planned, ...others] = planRequests([list('a', all(token(1), least)), list('b', token(2))], shape);
    expect(others).toEqual([]);
    expect(planned?.filter).toEqual({
      operator: 'or',
      filters: [
        { operator: 'equals', field: 'token_id', value: 2 },
        { operator: 'and', filters: [{ operator: 'equals', field: 'token_id', value: 1 }, least] },
      ],
    });
  });

  it('a list that matches nothing is not requested', () => {
    expect(planRequests([list('nothing', { operator: 'or', filters: [] })], shape)).toEqual([]);
    const [planned] = planRequests(
      [list('nothing', all(token(1), { operator: 'or', filters: [] })), list('a', token(2))],
      shape,
    );
    expect(planned).toMatchObject({ filter: token(2), listIds: ['a'] });
  });

  it('a request reaches back to the earliest day of its lists and waits as its most urgent list', () => {
    const [planned] = planRequests(
      [list('a', token(1), { fromDay: '2026-01-03' }), list('b', token(2), { importance: 'high' })],
      shape,
    );
    expect(planned).toMatchObject({ fromDay: '2026-01-03', intervalMs: 1_800_000 });
  });

  it('lists set apart are requested apart', () => {
    const planned = planRequests([list('a', token(1)), list('b', token(2), { apart: 1 })], shape);
    expect(planned.map(({ listIds }) => listIds)).toEqual([['a'], ['b']]);
  });

  it('a list that wants one of no values is not requested', () => {
    expect(planRequests([list('a', { operator: 'in', field: 'token_id', value: [] })], shape)).toEqual([]);
  });

  it('a list of everything makes the others free', () => {
    const [planned, ...others] = planRequests([list('a', token(1)), list('b', all())], shape);
    expect(others).toEqual([]);
    expect(planned?.listIds).toEqual(expect.arrayContaining(['a', 'b']));
  });
});

describe('the length of requests', () => {
  it('5,000 wallets are spread over the fewest requests that are short enough', () => {
    const lists = Array.from({ length: 100 }, (_, at) => list(`l${at.toString()}`, wallets(50, at * 50)));
    const planned = planRequests(lists, shape);
    const bytes = planned.map(({ filter }) => bytesOf(filter));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(shape.maxBytes);
    const spellings = lists.flatMap(({ filter }) => JSON.stringify(filter).match(/0x\w+/g) ?? []);
    const values = spellings.length * (42 + 6 + 3);
    expect(planned.length).toBeLessThanOrEqual(Math.ceil((values / shape.maxBytes) * 1.1));
    const asked = new Set(planned.flatMap(({ filter }) => JSON.stringify(filter).match(/0x\w{40}/g) ?? []));
    expect(asked).toEqual(new Set(spellings));
  });

  it('wallets of urgent lists are not spread among those that may wait', () => {
    const lists = Array.from({ length: 60 }, (_, at) =>
      list(`l${at.toString()}`, wallets(50, at * 50), { importance: at % 3 === 0 ? 'high' : 'low' }),
    );
    const planned = planRequests(lists, shape);
    const urgent = planned.filter(({ intervalMs }) => intervalMs === 1_800_000);
    expect(urgent.length).toBeLessThanOrEqual(Math.ceil(planned.length / 3) + 1);
  });
});
