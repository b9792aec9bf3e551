import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cellText } from '../../preload/contract/cellText.ts';
import { resources } from '../../preload/contract/resources.ts';
import { comparisonAsCells, comparisonAsMarkdown } from '../../renderer/features/compare/copy.ts';
import { copyText, copiedCells } from '../../renderer/fields/copyText.ts';
import { exportFixture } from '../integration/main/features/exports/exportFixture.ts';

/** Text of a service in a file that another program opens with another separator, or whose links and mentions come alive. */

const separators = [',', ';', '\t', '|'] as const;
const formulas = ["=cmd|' /C calc'!A0", '+cmd', '-cmd', '@SUM(1)', '＝cmd'];
const texts = separators.flatMap((separator) =>
  formulas.flatMap((formula) => [
    `Acme${separator}${formula}${separator}x`,
    `Acme${separator}"${formula}"${separator}x`,
    `Acme\n${formula}`,
  ]),
);
const records = texts.map((text, place) => ({ id: place.toString(), transaction_hash: text, amount: -1 }));

/** What a spreadsheet with this separator runs: cells that begin with a mark of a formula, in quotes or not. */
function formulasIn(file: string, separator: string): string[] {
  return file
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.split(separator))
    .map((cell) => cell.replace(/^"+/, ''))
    .filter((cell) => /^[=+\-@＝]/.test(cell) && !/^-?\d/.test(cell));
}

describe('a text in a table', () => {
  it.each([',', ';', '\t'] as const)(
    'is a formula for no separator that a spreadsheet may use, in a file of %j',
    async (delimiter) => {
      await using fixture = await exportFixture(records);
      const columns = ['id', 'transaction_hash', 'amount'];
      const { path } = await fixture.export('csv', { delimiter, provenance: false }, { columns });
      const file = await readFile(path, 'utf8');
      expect(file).toContain('Acme');
      for (const separator of separators) expect(formulasIn(file, separator)).toEqual([]);
    },
  );

  it('is none on the clipboard either', () => {
    const fields = [{ name: 'transaction_hash', label: 'Hash' }];
    for (const format of ['csv', 'tsv'] as const) {
      const copied = copyText(records, fields, { format, headings: true });
      for (const separator of separators) expect(formulasIn(copied, separator)).toEqual([]);
    }
  });

  it('is escaped in everything copied as a table: names, headings and values', () => {
    const { text: table } = copiedCells([
      ['Name', '=cmd', 'Count'],
      ...texts.map((text) => [text, `=${text}`, -1]),
    ]);
    for (const separator of separators) expect(formulasIn(table, separator)).toEqual([]);
    expect(table.split('\n')[0]).toBe("Name\t'=cmd\tCount");
    expect(table).toContain('\t-1');
    const [field] = resources.assets.fields.filter(({ name }) => name === 'name');
    if (field === undefined) throw new Error('Assets have no name.');
    const { text: compared } = comparisonAsCells(texts, [
      { field: { ...field, label: '=cmd' }, values: texts, differs: true },
    ]);
    for (const separator of separators) expect(formulasIn(compared, separator)).toEqual([]);
  });

  it('that says a figure or a range stays as it is', () => {
    for (const text of ['Fund; series A', 'a|b', '5-10', 'T-Bill 3-month', 'Alpha, -5 %'])
      expect(cellText(text).text).toBe(text);
  });
});

describe('addresses and mentions in Markdown', () => {
  const alive = [
    'https://thief.example/claim',
    'see www.thief.example now',
    'ftp://thief.example',
    'ask @everyone',
    'someone@thief.example',
    'a`b https://thief.example',
    'a | https://thief.example/`x`',
    'mailto:someone@thief.example\n@all',
  ];

  it('do not come alive in exports', async () => {
    await using fixture = await exportFixture(
      alive.map((text, place) => ({ id: place.toString(), transaction_hash: text })),
    );
    const columns = ['id', 'transaction_hash'];
    const { path } = await fixture.export('markdown', { provenance: false }, { columns });
    const file = await readFile(path, 'utf8');
    expect(file.trim().split('\n')).toHaveLength(alive.length + 2);
    expect(withoutCode(file)).not.toMatch(/:\/\/|www\.|@|mailto:/);
  });

  it('do not come alive in what is copied', () => {
    const rows = alive.map((text, place) => ({ id: place, text }));
    const table = copyText(rows, [{ name: 'text', label: 'Text' }], { format: 'markdown', headings: true });
    expect(withoutCode(table)).not.toMatch(/:\/\/|www\.|@|mailto:/);
    const [field] = resources.assets.fields.filter(({ name }) => name === 'name');
    if (field === undefined) throw new Error('Assets have no name.');
    const compared = comparisonAsMarkdown(['@all', 'b'], [{ field, values: alive, differs: true }]);
    expect(withoutCode(compared)).not.toMatch(/:\/\/|www\.|@|mailto:/);
  });
});

/** Markdown without its code spans. Rule: CommonMark, 6.1. */
function withoutCode(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)/g, ''))
    .join('\n');
}
