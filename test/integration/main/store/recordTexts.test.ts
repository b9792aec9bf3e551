import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import { writePage } from '../../../support/storedPages.ts';
import { newCache } from '../../../support/newStore.ts';

const query = { pagination: { page: 1, perPage: 2 } };
const fields = ['id', 'name', 'ticker'];

function asset(id: number, ticker: string, tokens: number): ResourceRecord {
  return { id, name: `Asset ${id.toString()}`, ticker, tokens: [{ id: tokens }], not_in_catalogue: tokens };
}

describe('the text of a page that is shown again', () => {
  it('has what was stored since, in columns and in bodies, and the fields of each request', async () => {
    const cache = await newCache();
    const put = (records: readonly ResourceRecord[]): Promise<unknown> =>
      writePage(cache, {
        resource: 'assets',
        query,
        records,
        pagination: { page: 1, perPage: 2, pageCount: 1, resultCount: 2 },
        fetchedAt: 1,
        request: '/v4/assets',
      });
    const read = async (of = fields): Promise<unknown> =>
      JSON.parse((await cache.readPage({ resource: 'assets', query, fields: of }))?.recordsText ?? 'null');
    const shown = (id: number, ticker: string, unknown: number) => ({
      id,
      name: `Asset ${id.toString()}`,
      ticker,
      not_in_catalogue: unknown,
    });

    await put([asset(1, 'ONE', 5), asset(2, 'TWO', 5)]);
    expect(await read()).toEqual([shown(1, 'ONE', 5), shown(2, 'TWO', 5)]);
    expect(await read()).toEqual([shown(1, 'ONE', 5), shown(2, 'TWO', 5)]);
    expect(await read(['id', 'name'])).toEqual([
      { id: 1, name: 'Asset 1', not_in_catalogue: 5 },
      { id: 2, name: 'Asset 2', not_in_catalogue: 5 },
    ]);

    // A body alone changes, then a column alone.
    await put([asset(1, 'ONE', 5), asset(2, 'TWO', 6)]);
    expect(await read()).toEqual([shown(1, 'ONE', 5), shown(2, 'TWO', 6)]);
    await put([asset(1, 'NEW', 5), asset(2, 'TWO', 6)]);
    expect(await read()).toEqual([shown(1, 'NEW', 5), shown(2, 'TWO', 6)]);
    expect(
      JSON.parse((await cache.runQuery({ resource: 'assets', query, fields })).recordsText),
    ).toMatchObject([{ ticker: 'NEW' }, { not_in_catalogue: 6 }]);
  });
});
