import { describe, expect, it } from 'vitest';
import { copiedCells, copyText } from '../../../../renderer/fields/copyText.ts';
import { withFormats } from '../../../support/withFormats.ts';

const fields = [
  { name: 'name', label: 'Name' },
  { name: 'value', label: 'Value' },
  { name: 'networks', label: 'Networks' },
];
const records = [
  { id: 1, name: 'Plain', value: { val: 1234567.891, val_7d: 3 }, networks: ['A', 'B'] },
  { id: 2, name: '=1+1', value: -5, networks: [] },
  { id: 3, name: 'two\tcells "quoted"', value: 1e21, networks: null },
];

describe('cells on the clipboard', () => {
  it('numbers are exact, without separators; text runs no formula', () => {
    expect(copyText(records, fields, { format: 'tsv', headings: false }).split('\n')).toEqual([
      'Plain\t1234567.891\tA; B',
      "'=1+1\t-5\t",
      '"two\tcells ""quoted"""\t1000000000000000000000\t',
    ]);
  });

  it('have the decimal sign of the settings, with all digits; CSV, JSON and Markdown have a point', () => {
    withFormats({ numbers: 'point' });
    const { text, html } = copiedCells([[1234567.891, '12345678901234567890.12', 'v1.5']]);
    expect(text).toBe('1234567,891\t12345678901234567890,12\tv1.5');
    expect(html).toContain('x:num="1234567.891">1234567,891</td>');
    for (const format of ['csv', 'json', 'markdown'] as const)
      expect(copyText(records, fields, { format, headings: true })).toContain('1234567.891');
  });

  it('have the types that they have here beside the text, for a spreadsheet of any locale', () => {
    const { html } = copiedCells([
      [1.234, '037833100', '1-2', '2026-11-25', '2026-11-25T12:00:00.000Z', null, true, '<a>\n"b"'],
    ]);
    const number = (value: string, format = ''): string =>
      `<td sdval="${value}" sdnum="1033;${format}" x:num="${value}"`;
    const text = `<td sdnum="1033;0;@" style="mso-number-format:'\\@'">`;
    expect(html.replace(/^.*<tr>|<.tr>.*$/g, '').split('</td>')).toEqual([
      `${number('1.234')}>1.234`,
      `${text}037833100`,
      `${text}1-2`,
      `${number('46351', '0;YYYY-MM-DD')} style="mso-number-format:yyyy\\-mm\\-dd">2026-11-25`,
      `${number('46351.5', '0;YYYY-MM-DD HH:MM:SS')} style="mso-number-format:yyyy\\-mm\\-dd\\ hh\\:mm\\:ss">2026-11-25T12:00:00.000Z`,
      '<td>',
      '<td>true',
      `${text}&lt;a&gt;<br style="mso-data-placement:same-cell">&quot;b&quot;`,
      '',
    ]);
  });

  it('as CSV with its headings', () => {
    const [head, first] = copyText(records, fields, { format: 'csv', headings: true }).split('\r\n');
    expect([head, first]).toEqual(['Name,Value,Networks', 'Plain,1234567.891,A; B']);
  });

  it('as JSON, whole values under the names of the service', () => {
    expect(JSON.parse(copyText(records, fields, { format: 'json', headings: true }))).toEqual(
      records.map(({ name, value, networks }) => ({ name, value, networks })),
    );
  });

  it('as a Markdown table, figures to the right', () => {
    const lines = copyText([{ id: 1, name: 'a|b', value: 2, networks: null }], fields, {
      format: 'markdown',
      headings: true,
    }).split('\n');
    expect(lines).toEqual(['| Name | Value | Networks |', '| --- | ---: | ---: |', '| a\\|b | 2 |  |']);
  });
});
