import { describe, expect, it } from 'vitest';
import { copyText } from '../../../../renderer/fields/copyText.ts';

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
