import { describe, expect, it } from 'vitest';
import { type Filter, maxRequestBytes } from '../../../../preload/contract/query.ts';
import { watchlistFilter } from '../../../../preload/contract/watchlists.ts';
import { byId, requestsOf, since } from '../../../../main/data-service/filterRequests.ts';
import { listRequest } from '../../../../main/data-service/client.ts';

const token = (...value: number[]): Filter => ({ operator: 'in', field: 'token_id', value });
const equals = (field: string, value: number): Filter => ({ operator: 'equals', field, value });
const least: Filter = { operator: 'gte', field: 'usd_amount', value: 1e6 };
const all = (...filters: Filter[]): Filter => ({ operator: 'and', filters });
const list = (id: string, filter: Filter) => ({ list: { id }, filter });

function wallets(count: number, from = 0): Filter {
  const addresses = Array.from({ length: count }, (_, at) => ({
    address: `0x${(from + at).toString(16).padStart(39, '0')}a`,
    side: 'either' as const,
  }));
  const filter = watchlistFilter({ query: {}, wallets: addresses });
  if (filter === undefined) throw new Error('No wallets.');
  return filter;
}

describe('lists that are requested together', () => {
  it('lists that want one value of the same field become one condition', () => {
    const [request, ...others] = requestsOf([
      list('a', equals('token_id', 1)),
      list('b', token(2, 3)),
      list('c', equals('token_id', 1)),
    ]);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ filter: token(1, 2, 3), listIds: ['a', 'c', 'b'] });
  });

  it('the field in which lists differ most is the one that is joined', () => {
    const [request] = requestsOf([
      list('a', all(equals('network_id', 1), equals('asset_id', 5))),
      list('b', all(equals('network_id', 1), equals('asset_id', 7))),
    ]);
    expect(request?.filter).toEqual(
      all({ operator: 'in', field: 'asset_id', value: [5, 7] }, equals('network_id', 1)),
    );
  });

  it('conditions that differ otherwise stay alternatives of one request', () => {
    const [request, ...others] = requestsOf([list('a', all(token(1), least)), list('b', token(2))]);
    expect(others).toEqual([]);
    expect(request?.filter).toEqual({ operator: 'or', filters: [all(token(1), least), token(2)] });
  });

  it('wallets keep what else their list asks for', () => {
    const filter = all(least, wallets(2));
    const [request] = requestsOf([list('a', filter), list('b', filter)]);
    expect(JSON.stringify(request?.filter).match(/usd_amount/g)).toHaveLength(2);
    expect(request?.listIds).toEqual(['a', 'b']);
  });

  it('a list that matches nothing is not requested', () => {
    expect(requestsOf([list('a', { operator: 'or', filters: [] })])).toEqual([]);
    expect(requestsOf([list('a', all(token(1), { operator: 'or', filters: [] }))])).toEqual([]);
    expect(requestsOf([list('a', token())])).toEqual([]);
  });

  it('equal to nothing is not one of nothing', () => {
    const nobody: Filter = { operator: 'equals', field: 'to_address', value: null };
    expect(requestsOf([list('a', nobody)])[0]?.filter).toEqual(nobody);
  });
});

describe('the length of requests', () => {
  it.each([
    { name: '200 lists of 25 wallets', lists: 200, each: 25 },
    { name: 'one list of 5,000 wallets', lists: 1, each: 5000 },
  ])('is used: $name take nearly the fewest requests', ({ lists: count, each }) => {
    const lists = Array.from({ length: count }, (_, at) => list(at.toString(), wallets(each, at * each)));
    const requests = requestsOf(lists);
    const pagination = { page: 12, perPage: 1000 };
    const lengths = requests.map(({ filter }) => {
      const query = { filter: since('2026-01-10', filter), sort: byId, pagination };
      return listRequest('transactions', query).length;
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(maxRequestBytes);
    const addresses = (filters: readonly Filter[]): string[] =>
      JSON.stringify(filters).match(/0x\w{40}/g) ?? [];
    const asked = addresses(requests.map(({ filter }) => filter));
    const wanted = addresses(lists.map(({ filter }) => filter));
    expect(asked.sort()).toEqual(wanted.sort());
    // Quotes and a comma take three bytes each.
    const fewest = Math.ceil((wanted.length * (42 + 9)) / maxRequestBytes);
    expect(requests.length / fewest).toBeLessThanOrEqual(1.1);
    expect(new Set(requests.flatMap(({ listIds }) => listIds)).size).toBe(count);
  });

  it('what is longer than a request goes alone', () => {
    const long: Filter = { operator: 'like', field: 'transaction_hash', value: 'x'.repeat(9000) };
    expect(requestsOf([list('a', token(1)), list('b', long), list('c', equals('asset_id', 1))])).toHaveLength(
      3,
    );
  });
});
