import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../../preload/contract/records.ts';
import { resources } from '../../../../../../preload/contract/resources.ts';
import { chooseFields, makeText, tableFor } from '../../../../../../main/store/cache/reading/recordTexts.ts';
import type { Row } from '../../../../../../main/store/query/records.ts';
import { makeTable } from '../../../../../../main/store/query/tables.ts';
import { makeWriter } from '../../../../../../main/store/query/writer.ts';
import { createTable } from '../../query/testTable.ts';

it('the requested fields, the identifier and unknown fields stay', () => {
  const record = { id: 5, name: 'Notes', ticker: 'NTS', slug: 'notes', new_figure: 1 };
  expect(chooseFields(resources.assets, [record], ['ticker', 'issuer_name'])).toEqual([
    { id: 5, ticker: 'NTS', new_figure: 1 },
  ]);
});

it('long lists of a record are read where a field is in them, and change no other', () => {
  const database = new Database(':memory:');
  const table = makeTable(resources.assets, [], true);
  createTable(database, table);
  const tokens = Array.from({ length: 30 }, (_, id) => ({
    id,
    network: { slug: `network-${id.toString()}` },
  }));
  const records: ResourceRecord[] = [
    { id: 1, name: 'Long', tokens, ticker: 'LNG', new_list: tokens },
    { id: 2, tokens: tokens.slice(0, 1), name: 'Short' },
    // A name that is no text stays in the body.
    { id: 3, name: 7, tokens, ratings: null },
    { id: 4, name: null },
  ];
  makeWriter(database, table).write(records);
  const textOf = (fields?: readonly string[]): { read: unknown; chars: number } => {
    const { selectList } = tableFor(table, fields);
    const rows = database
      .prepare<unknown[], Row>(
        `SELECT ${selectList} FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body ORDER BY r._key`,
      )
      .raw()
      .all();
    const read: unknown = JSON.parse(makeText(table, rows, fields).recordsText);
    return { read, chars: Math.max(...rows.map(([body]) => String(body).length)) };
  };
  for (const fields of [['name'], ['ticker', 'ratings'], ['tokens'], ['network_slug'], ['name', 'tokens']])
    expect(textOf(fields).read, fields.join()).toEqual(chooseFields(resources.assets, records, fields));
  expect(textOf().read).toEqual(records);
  // Of the first record the list that the catalogue does not know is still there.
  expect(textOf(['name']).chars).toBeLessThan(0.7 * textOf(['tokens']).chars);
});
