import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { recordsOf } from './arbitraries.ts';
import { resourceOfAllTypes } from './sampleResource.ts';
import { openTestTable } from './testTable.ts';

const things = resourceOfAllTypes('things');

/** What the table gives back for one record: as a value, and as text. */
function roundTrip(record: ResourceRecord): { record: ResourceRecord | undefined; text: string | undefined } {
  using table = openTestTable(things, [record]);
  return { record: table.run({}).records[0], text: [...table.texts()][0] };
}

describe('a record in the store', () => {
  it('comes back exactly as it was sent, members in their order', () => {
    fc.assert(
      fc.property(recordsOf(things, 20), (records) => {
        using table = openTestTable(things, records);
        expect(table.texts()).toEqual(new Set(records.map((record) => JSON.stringify(record))));
        const byText = new Map(records.map((record) => [JSON.stringify(record), record]));
        for (const record of table.run({ pagination: { perPage: 100 } }).records) {
          expect(byText.get(JSON.stringify(record))).toEqual(record);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is another one where its id differs in what SQLite cannot hold', () => {
    const ids = [
      '\ud800',
      '\ud801',
      '\udc00',
      'a\ud800',
      '\ufffd',
      'a\ufffd',
      'a\u0000',
      'a\u0000\u0000',
      'a',
    ];
    using table = openTestTable(
      things,
      ids.map((id) => ({ id, text: id })),
    );
    expect(table.texts()).toEqual(new Set(ids.map((id) => JSON.stringify({ id, text: id }))));
    for (const value of ids)
      expect(table.run({ filter: { operator: 'equals', field: 'id', value } }).records).toEqual([
        { id: value, text: value },
      ]);
  });

  it('comes back whatever JSON its members are', () => {
    const anything = fc
      .jsonValue({ maxDepth: 3 })
      .map((value): Json => JSON.parse(JSON.stringify(value)) as Json);
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom(...things.fields.map(({ name }) => name)), fc.string()),
          anything,
        ),
        (members) => {
          const { id: _, ['__proto__']: __, ...others } = members;
          const record: ResourceRecord = { id: 1, ...others };
          expect(roundTrip(record).text).toBe(JSON.stringify(record));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<[string, Record<string, Json>]>([
    ['numbers as text', { number: '12.50', integer: '7', metric: { val: '5', val_7d: null } }],
    ['ids of either type', { other_id: '7' }],
    ['ids beyond what a number can hold', { other_id: '9007199254740993' }],
    ['null apart from absent', { text: null, number: null, id_list: null }],
    ['days and timestamps in their spelling', { date: '2026-01-05', datetime: '2026-01-05 10:00:00' }],
    ['timestamps finer than a millisecond', { datetime: '2026-01-05T10:00:00.123456Z' }],
    ['what is no date', { date: 'yesterday', datetime: 20260105 }],
    ['text that looks like a hole', { text: '0e0', unknown: ',"text":0e0,', object: { text: '":0e0' } }],
    ['a list where a scalar belongs', { text: ['a'], number: [1], boolean: [[]] }],
    ['a scalar where a list belongs', { id_list: 5, text_list: 'a' }],
    [
      'lists with what cannot be compared',
      { id_list: [1, '2', null, { id: 3 }], text_list: [true, 'a', ['b']] },
    ],
    ['lone surrogates and NUL', { text: 'a\ud800\0b', unknown: '\udfff', text_list: ['\0'] }],
    ['unknown members', { new_metric: { val: 1 }, 'with "quotes"': [1], '': 0 }],
  ])('keeps %s', (_, members) => {
    const record: ResourceRecord = { id: 1, ...members };
    expect(roundTrip(record)).toEqual({ record, text: JSON.stringify(record) });
  });

  it('keeps the type of its own id', () => {
    using table = openTestTable(things, [{ id: '7' }, { id: 8 }, { id: '1-0xab' }]);
    expect(table.texts()).toEqual(new Set(['{"id":"7"}', '{"id":8}', '{"id":"1-0xab"}']));
  });
});

describe('bodies', () => {
  const transaction = (number: number): ResourceRecord => ({
    id: `1-0x${number.toString(16)}-0-0`,
    date: '2026-01-05T00:00:00.000Z',
    timestamp: new Date(Date.UTC(2026, 0, 5) + number * 1000).toISOString(),
    amount: number / 8,
    asset_id: '12',
    token_id: 3,
    token: { id: '3', asset_id: '12', network_name: 'Ethereum', address: '0xabc' },
    asset: { id: '12', name: 'Harbour Notes', asset_class_name: 'Corporate Credit' },
  });
  const bodyCount = (table: ReturnType<typeof openTestTable>): unknown =>
    table.database.prepare(`SELECT count(*) FROM ${table.table.bodies}`).pluck().get();

  it('are shared by transactions that differ in their columns only', () => {
    const records = Array.from({ length: 500 }, (_, index) => transaction(index));
    using table = openTestTable(resources.transactions, records);
    expect(bodyCount(table)).toBe(1);
    expect(table.texts()).toEqual(new Set(records.map((record) => JSON.stringify(record))));
  });

  it('are shared where all numbers arrive as text, too', () => {
    const records = Array.from({ length: 50 }, (_, index) => ({
      ...transaction(index),
      amount: (index / 8).toString(),
    }));
    using table = openTestTable(resources.transactions, records);
    expect(bodyCount(table)).toBe(1);
  });

  it('go when the last record that had them is replaced', () => {
    using table = openTestTable(things, [
      { id: 1, object: { a: 1 } },
      { id: 2, object: { a: 1 } },
    ]);
    expect(bodyCount(table)).toBe(1);
    table.write([{ id: 1, object: { a: 2 } }]);
    expect(bodyCount(table)).toBe(2);
    table.write([
      { id: '2', object: { a: 3 } },
      { id: 2, object: { a: 2 } },
    ]);
    expect(bodyCount(table)).toBe(1);
    expect(table.texts()).toEqual(new Set(['{"id":1,"object":{"a":2}}', '{"id":2,"object":{"a":2}}']));
  });
});
