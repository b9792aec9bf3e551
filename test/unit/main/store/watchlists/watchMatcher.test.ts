import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, Filter } from '../../../../../preload/contract/query.ts';
import { walletConditions, watchlistFilter } from '../../../../../preload/contract/watchlists.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { transactions } from '../../../../../preload/contract/resources/transactions.ts';
import { compileMatch } from '../../../../../main/store/query/match.ts';
import { idOf } from '../../../../../main/store/query/records.ts';
import { makeWatchMatcher, type StoredRow } from '../../../../../main/store/watchlists/watchMatcher.ts';
import type { WatchRules } from '../../../../../main/store/watchlists/watchTypes.ts';
import { queriesOf, recordsOf } from '../query/arbitraries.ts';
import { resourceOfAllTypes } from '../query/sampleResource.ts';
import { openTestTable, type TestTable } from '../query/testTable.ts';

/** What is matched as a function, and what the query engine finds among the same records. */

function rowsOf({ table, write }: TestTable, records: readonly ResourceRecord[]): StoredRow[] {
  const last = [...new Map(records.map((record) => [idOf(record), record])).values()];
  const keys = write(last);
  return last.map((record, index) => ({
    key: keys[index] ?? 0,
    values: table.columns.map(({ codec, name }) => {
      const value = codec.encode(record[name]);
      return typeof value === 'bigint' ? Number(value) : value;
    }),
  }));
}

function found({ database, table, run }: TestTable, filter: Filter | undefined): Set<unknown> {
  const ids = run({ filter, pagination: { page: 1, perPage: 1000 } }).records.map((record) => idOf(record));
  const keyOf = database.prepare(`SELECT _key FROM ${table.name} WHERE "id" = ?`).pluck();
  return new Set(ids.map((id) => keyOf.get(id)));
}

const rules = (id: string, base: Filter | undefined): WatchRules => ({
  id,
  on: true,
  filter: base ?? { filters: [] },
  base,
  wallets: [],
});

describe('matching transactions to watchlists', () => {
  it('finds for 2,500 random filters what the query engine finds', () => {
    const resource = resourceOfAllTypes('transactions');
    let asFunctions = 0;
    fc.assert(
      fc.property(
        recordsOf(resource, 30),
        fc.array(queriesOf(resource), { minLength: 50, maxLength: 50 }),
        (records, queries) => {
          using table = openTestTable(resource);
          const rows = rowsOf(table, records);
          const lists = queries.map(({ filter }, index) => rules(index.toString(), filter));
          const matcher = makeWatchMatcher(table.database, table.table, lists);
          const matched = matcher.match(rows);
          lists.forEach(({ base }, place) => {
            if (compileMatch(table.table, base) !== null) asFunctions += 1;
            const keys = rows.filter((_row, index) => matched[index]?.includes(place)).map(({ key }) => key);
            expect(new Set(keys), JSON.stringify(base)).toEqual(found(table, base));
            const tested = matcher.test(base, rows);
            expect(rows.filter((_row, index) => tested[index]).map(({ key }) => key)).toEqual(keys);
          });
        },
      ),
      { numRuns: 50 },
    );
    // The functions are what is shown here: most filters must have been tested as such.
    expect(asFunctions).toBeGreaterThan(1000);
  });

  it('finds the transactions of wallets on their side as the one query of a list does', () => {
    const addresses = ['0xAB', '0xab', '0xcd', 'Sol1', 'sol1', 'GX', null];
    const address = fc.constantFrom(...addresses);
    const record = fc.record({
      id: fc.uuid(),
      from_address: address,
      to_address: address,
      usd_amount: fc.constantFrom(1, 10, 100, null),
    });
    const wallet = fc.record({
      address: fc.constantFrom('0xAB', '0xab', '0xcd', 'Sol1', 'sol1'),
      side: fc.constantFrom('from' as const, 'to' as const, 'either' as const),
    });
    const condition: fc.Arbitrary<Condition> = fc.record({
      field: fc.constant('usd_amount'),
      operator: fc.constantFrom('gte', 'lt'),
      value: fc.constantFrom(1, 10, 50),
    });
    const list = fc.record({
      wallets: fc.array(wallet, { minLength: 1, maxLength: 4 }),
      filter: fc.option(condition, { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 30 }),
        fc.array(list, { maxLength: 10 }),
        (records, lists) => {
          using table = openTestTable(transactions);
          const rows = rowsOf(table, records);
          const watched = lists.map(({ wallets, filter }, index) => ({
            ...rules(index.toString(), filter),
            filter: watchlistFilter({
              query: { filter },
              wallets: wallets.map((one) => ({ ...one, chain: 'evm' })),
            }) ?? { filters: [] },
            wallets: walletConditions(wallets),
          }));
          const matched = makeWatchMatcher(table.database, table.table, watched).match(rows);
          watched.forEach(({ filter }, place) => {
            const keys = rows.filter((_row, index) => matched[index]?.includes(place)).map(({ key }) => key);
            expect(new Set(keys)).toEqual(found(table, filter));
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('refuses what the query engine refuses', () => {
    using table = openTestTable(transactions);
    const refused: Condition[] = [
      { field: 'amount', operator: 'sounds like', value: 1 },
      { field: 'amount', operator: 'like', value: '1' },
      { field: 'amount', operator: 'gte', value: 'much' },
      { field: 'date', operator: 'gte', value: 'soon' },
      { field: 'from_address', operator: 'in', value: 'a' },
    ];
    for (const filter of refused) {
      expect(() => table.run({ filter })).toThrow();
      expect(() => compileMatch(table.table, filter)).toThrow();
    }
  });
});
