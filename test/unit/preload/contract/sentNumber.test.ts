import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../../main/features/exports/cells.ts';
import { exportColumns, membersOf } from '../../../../main/features/exports/exportColumns.ts';
import { columnText } from '../../../../main/features/mirrors/columnText.ts';
import { readOneSeries } from '../../../../main/data-service/series.ts';
import { codecOf } from '../../../../main/store/query/columns.ts';
import { cellText } from '../../../../preload/contract/cellText.ts';
import { compileExpression } from '../../../../preload/contract/expressions/compile.ts';
import { Fault } from '../../../../preload/contract/expressions/values.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import { exactMember, readMetric } from '../../../../preload/contract/metric.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { readDigits, readNumber } from '../../../../preload/contract/sentNumber.ts';
import { findWithMembers } from '../../../../preload/contract/resources/memberFields.ts';
import { present } from '../../../../renderer/fields/present.ts';
import { writtenValue } from '../../../../renderer/fields/value.ts';

/** What a value is as a figure: its nearest double, and its digits; null for what is no number. */
const forms: readonly (readonly [sent: Json, number: number | null, digits?: string])[] = [
  ['42.50', 42.5],
  ['-7', -7],
  ['1e5', 1e5],
  ['0', 0],
  ['12345678901234567890.12', 12345678901234567000, '12345678901234567890.12'],
  ['1e-400', 0, '1e-400'],
  [5, 5],
  [0.1, 0.1],
  ...[
    ' 12 ',
    '12\n',
    '1,000',
    '1_000',
    'abc',
    '',
    '+7',
    '007',
    '.5',
    '5.',
    '0x10',
    '0b1',
    '١٢',
    '１２',
    'NaN',
  ].map((text) => [text, null] as const),
  ...['Infinity', '-', '1e', '--1', '1e400', '-1e400', '12%', '$5'].map((text) => [text, null] as const),
  [true, null],
  [[3], null],
  [{ val: 2 }, null],
];
const field = 'total_asset_value_dollar';
const { assets } = resources;

function asSent(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

describe('a value has one meaning as a number everywhere', () => {
  const figures = forms.map(([sent, number, digits]) => ({
    sent,
    number,
    digits: digits ?? number ?? undefined,
  }));
  it.each(figures)('$sent', ({ sent, number, digits }) => {
    expect(readNumber(sent)).toBe(number);
    expect(readDigits(sent)).toBe(digits ?? null);
    // Totals, sorts, filters and SQL.
    for (const type of ['metric', 'number'] as const)
      expect(codecOf({ type })?.encode(type === 'metric' ? { val: sent } : sent)).toBe(number);
    const record = { id: 1, [field]: { val: sent, val_7d: sent }, token_count: sent };
    const [own, before, bare] = [field, `${field}:val_7d`, 'token_count'];
    expect(readMetric(record[field])?.val).toBe(number);
    expect(exactMember(record[field], 'val')).toBe(digits ?? null);
    // Files.
    const isNone = sent === null || sent === '';
    for (const [name, cell] of [own, before, bare].entries())
      expect([name, cellsOf(record, exportColumns('assets', [cell]))[0]]).toEqual([
        name,
        digits ?? asSent(sent),
      ]);
    expect(membersOf(record, exportColumns('assets', [own, before, bare]))).toEqual({
      [own]: digits ?? sent,
      [before]: digits ?? sent,
      [bare]: digits ?? sent,
    });
    // PostgreSQL: the figure, or counted as left out.
    expect(columnText(sent, 'number')).toBe(digits === undefined ? undefined : String(digits));
    // The window and the clipboard: a figure, or what was sent.
    for (const name of [own, before, bare]) {
      const shown = findWithMembers(assets.fields, name);
      if (shown === undefined) throw new Error(name);
      const value = name === own ? record[field] : sent;
      const text = present(shown, value, 'en-US')?.full;
      if (digits !== undefined) expect(Number(text?.replaceAll(/[$,+]/g, ''))).toBe(number);
      else if (!isNone) expect(text).toBe(sent === true ? 'Yes' : asSent(sent));
      const copied = cellText(writtenValue(record, shown));
      expect([name, copied.exact]).toEqual([name, digits !== undefined || sent === true]);
      if (digits !== undefined) expect(copied.text).toBe(cellText(digits).text);
    }
    // Computed columns: a number, or an error that says so.
    for (const name of [own, bare]) {
      const compiled = compileExpression(name, assets);
      const value = compiled.ok ? compiled.evaluate(record) : undefined;
      if (number !== null) expect(value).toBe(number);
      else if (!isNone) expect(value).toBeInstanceOf(Fault);
    }
    // Timeseries.
    const series = readOneSeries({ points: [['2026-01-01', sent]] });
    expect(series?.values[0]).toBe(number ?? NaN);
  });
});
