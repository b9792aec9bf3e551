import { expect, it } from 'vitest';
import type { CellFormat, CellFormats } from '../../../../../preload/contract/cellFormats.ts';
import { byOffice, exportFixture, office, partOfWorkbook, rulesByOpenpyxl } from './exportFixture.ts';

/** Formats of cells in a workbook, as conditional formatting that spreadsheets compute themselves. */

const up = { tone: 'good', sign: 'up' } as const;
const columns = ['id', 'date', 'amount', 'usd_amount', 'from_address', 'transaction_hash'];
const bar: CellFormat = { kind: 'bar', ends: null };
const formats: CellFormats = {
  date: { kind: 'scale', ends: { from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 0, 11) }, middle: 'halfway' },
  amount: { kind: 'bar', ends: null },
  usd_amount: {
    kind: 'rules',
    rules: [
      { test: 'above', value: 1e308, ...up },
      { test: 'between', from: -0, to: 2.5, tone: 'bad', sign: 'down' },
    ],
  },
  from_address: {
    kind: 'rules',
    rules: [
      { test: 'equals', value: 'say "0xABC" & <b>', ...up },
      { test: 'contains', value: '50%*?~', tone: 'warning', sign: 'alert' },
    ],
  },
  gone: bar,
  constructor: bar,
};

const sheet = 'xl/worksheets/sheet1.xml';
const records = [
  { id: 'a', date: '2024-01-02', amount: -1, usd_amount: 2, from_address: '0xabc' },
  { id: 'b', date: '2024-01-09', amount: 3, usd_amount: null, from_address: '50%*?~' },
];

it('a workbook has the formats of its columns as rules of its own', async () => {
  await using fixture = await exportFixture(records);
  const { path } = await fixture.export('xlsx', {}, { columns, formats });
  const xml = await partOfWorkbook(path, sheet);
  const areas = [...xml.matchAll(/<conditionalFormatting sqref="([^"]*)">(.*?)<\/conditionalFormatting>/gs)];
  expect(areas.map(([, area]) => area)).toEqual(['B2:B3', 'C2:C3', 'D2:D3', 'E2:E3']);
  const [scale = '', bars = '', numbers = '', texts = ''] = areas.map(([, , rules]) => rules);
  expect(scale).toContain(
    '<colorScale><cfvo type="num" val="45292"/><cfvo type="num" val="45297"/><cfvo type="num" val="45302"/><color rgb="FFF7CFA4"/>',
  );
  expect(scale).toContain(
    '<iconSet iconSet="5Rating"><cfvo type="num" val="45292"/><cfvo type="num" val="45294"/>',
  );
  expect(bars).toContain(
    '<dataBar minLength="0" maxLength="100"><cfvo type="min"/><cfvo type="max"/><color rgb="FFBCD0FB"/></dataBar>',
  );
  expect(numbers).toContain(
    '<cfRule priority="4" type="expression" stopIfTrue="1"><formula>NOT(ISNUMBER(D2))',
  );
  expect(numbers).toContain('operator="greaterThan"><formula>9.99999999999999E+307</formula>');
  expect(numbers).toContain('operator="between"><formula>0</formula><formula>2.5</formula>');
  expect(texts).toContain(
    'operator="equal"><formula>&quot;say &quot;&quot;0xABC&quot;&quot; &amp; &lt;b&gt;&quot;</formula>',
  );
  expect(texts).toContain(
    'operator="containsText" text="50%*?~"><formula>NOT(ISERROR(SEARCH(&quot;50%~*~?~~&quot;,E2)))</formula>',
  );
  // The order that the format asks for: cells, formats, errors to ignore, extensions.
  expect(xml).toMatch(/<\/sheetData><conditionalFormatting .*<ignoredErrors>.*<extLst>.*<\/worksheet>$/s);
  expect(xml).toContain('<xm:sqref>C2:C3</xm:sqref>');

  const styles = await partOfWorkbook(path, 'xl/styles.xml');
  expect(styles).toContain('<dxfs count="4">');
  expect(styles).toContain('<color rgb="FF0B7443"/>');
  expect(styles).toMatch(/formatCode="&quot;▲ &quot;[^"]*;&quot;▲ &quot;-/);
  expect(styles).toContain('formatCode="&quot;! &quot;@"');
  const looks = [
    ...areas
      .map(([all]) => all)
      .join('')
      .matchAll(/dxfId="(\d+)"/g),
  ].map(([, id]) => id);
  expect(looks).toEqual(['0', '1', '2', '3']);
});

it('rules of a workbook are read by programs that know nothing of this one', async (context) => {
  await using fixture = await exportFixture(records);
  const { path } = await fixture.export('xlsx', {}, { columns, formats });
  const rules = await rulesByOpenpyxl(path);
  if (rules === null && office === undefined) context.skip('Neither openpyxl nor LibreOffice is installed.');
  if (rules !== null)
    expect(rules).toEqual([
      ['B2:B3', 'colorScale', null],
      ['B2:B3', 'iconSet', null],
      ['C2:C3', 'dataBar', null],
      ['D2:D3', 'expression', null],
      ['D2:D3', 'cellIs', 'greaterThan'],
      ['D2:D3', 'cellIs', 'between'],
      ['E2:E3', 'cellIs', 'equal'],
      ['E2:E3', 'containsText', 'containsText'],
    ]);
  if (office !== undefined) expect((await byOffice(path, fixture.folder))[1]?.[0]).toBe('a');
});

it('a workbook of displayed values, without formats, or without rows has no rules that mean nothing', async () => {
  await using fixture = await exportFixture(records);
  const displayed = await fixture.export('xlsx', { values: 'displayed' }, { columns, formats });
  const xml = await partOfWorkbook(displayed.path, sheet);
  expect(xml).toContain('<conditionalFormatting sqref="E2:E3">');
  expect(xml.match(/<conditionalFormatting/g)).toHaveLength(1);
  const plain = await fixture.export('xlsx', {}, { columns });
  expect(await partOfWorkbook(plain.path, sheet)).not.toContain('conditionalFormatting');
  expect(await partOfWorkbook(plain.path, 'xl/styles.xml')).not.toContain('dxfs');
  const filter = { field: 'id', operator: 'equals', value: 'none' } as const;
  const scope = { kind: 'cached', resource: 'transactions', query: { filter } } as const;
  const empty = await fixture.export('xlsx', {}, { columns, formats, scope });
  expect(await partOfWorkbook(empty.path, sheet)).not.toContain('conditionalFormatting');
});
