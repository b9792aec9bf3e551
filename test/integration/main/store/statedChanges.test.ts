import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { ResourceName } from '../../../../preload/contract/resources.ts';
import type { CacheStore } from '../../../../main/store/store.ts';
import { newCache } from '../../../support/newStore.ts';

/** What changed on the first day, from what each record states of 7, 30 and 90 days, on real SQLite. */

const fetchedAt = Date.UTC(2026, 2, 31, 12);

async function write(cache: CacheStore, resource: ResourceName, ...records: ResourceRecord[]): Promise<void> {
  for (const record of records)
    await cache.writeRecord({ resource, record, fetchedAt, request: `/v4/${resource}` });
}

const request = { days: 7, by: 'record', order: 'amount', page: 1, perPage: 50 } as const;

describe('changes that records state', () => {
  it('are ranked by dollars or by percent over the period that is named', async () => {
    const cache = await newCache();
    const issuer = (id: number, metric: ResourceRecord[string]): ResourceRecord => ({
      id,
      name: `Issuer ${id.toString()}`,
      bridged_token_value_dollar: metric,
    });
    await write(
      cache,
      'issuers',
      issuer(1, { val: 1000, chg_7d_amt: 100, chg_7d_pct: 11.1, val_30d: 5000, chg_30d_amt: -4000 }),
      // Amount and percentage follow from the two values where the service leaves them out.
      issuer(2, { val: 10, val_7d: 60 }),
      issuer(3, { val: 7, val_7d: 7, chg_7d_amt: 0 }),
      issuer(4, { val: 7 }),
      issuer(5, null),
    );
    const week = await cache.listStatedChanges({ ...request, resource: 'issuers' });
    expect(week).toMatchObject({
      field: 'bridged_token_value_dollar',
      resultCount: 2,
      cachedRecords: 5,
      withoutChange: 2,
      completeAsOf: null,
    });
    expect(week.changes).toMatchObject([
      { id: 1, fields: [{ difference: 100, percent: 11.1 }] },
      {
        id: 2,
        title: 'Issuer 2',
        on: '2026-03-31',
        split: null,
        fields: [
          { before: 60, after: 10, difference: -50, percent: (-50 / 60) * 100, seenUntil: '2026-03-24' },
        ],
      },
    ]);
    const byPercent = await cache.listStatedChanges({ ...request, resource: 'issuers', order: 'percent' });
    expect(byPercent.changes.map(({ id }) => id)).toEqual([2, 1]);
    const month = await cache.listStatedChanges({ ...request, resource: 'issuers', days: 30 });
    expect(month.changes.map(({ id, fields }) => [id, fields[0]?.difference])).toEqual([[1, -4000]]);
  });

  it('of a token come from price and supply, where these explain its value', async () => {
    const cache = await newCache();
    const token = (id: number, supply: number): ResourceRecord => ({
      id,
      name: `Token ${id.toString()}`,
      market_value_dollar: { val: 330, val_7d: 200 },
      price_dollar: { val: 1.1, val_7d: 1 },
      total_supply_token: { val: supply, val_7d: 200 },
      holding_addresses_count: { val: 5, val_7d: 4 },
    });
    await write(cache, 'tokens', token(1, 300), token(2, 900));
    const { changes } = await cache.listStatedChanges({ ...request, resource: 'tokens' });
    const [whole, unexplained] = changes.toSorted((a, b) => Number(a.id) - Number(b.id));
    expect(whole?.split?.price).toBeCloseTo(20);
    expect(whole?.split?.supply).toBeCloseTo(110);
    expect(unexplained?.split).toBeNull();
    // Dollars come first, then the rest by percent.
    expect(whole?.fields.map(({ field }) => field)).toEqual([
      'market_value_dollar',
      'price_dollar',
      'total_supply_token',
      'holding_addresses_count',
    ]);
  });

  it('are summed by asset class', async () => {
    const cache = await newCache();
    const asset = (id: number, classId: number, now: number, before: number): ResourceRecord => ({
      id,
      name: `Asset ${id.toString()}`,
      asset_class_id: classId,
      asset_class_name: `Class ${classId.toString()}`,
      circulating_market_value_dollar: { val: now, val_7d: before },
    });
    await write(cache, 'assets', asset(1, 27, 100, 50), asset(2, 27, 100, 110), asset(3, 33, 10, 15));
    const { changes } = await cache.listStatedChanges({ ...request, resource: 'assets', by: 'class' });
    expect(changes).toMatchObject([
      { id: 27, title: 'Class 27', fields: [{ before: 160, after: 200, difference: 40, percent: 25 }] },
      { id: 33, fields: [{ difference: -5 }] },
    ]);
  });
});
