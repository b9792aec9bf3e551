import { expect, it } from 'vitest';
import { Instant } from '../../../../../main/features/exports/cells.ts';
import { exportColumns } from '../../../../../main/features/exports/exportColumns.ts';
import { displayedCells } from '../../../../../main/features/exports/displayed.ts';

const moment = new Instant(Date.UTC(2026, 10, 25, 9, 5));

it.each(['th-TH', 'fa-IR', 'ar-EG', 'ja-JP-u-ca-japanese', 'mr-IN', 'en-US'])(
  'a file with texts as shown has in %s the years and the digits of the service',
  (locale) => {
    const columns = exportColumns('transactions', ['date', 'timestamp', 'usd_amount']);
    const [day, at, value] = displayedCells(columns, locale)([moment, moment, 1234.5]).map(String);
    expect(day).toContain('2026');
    expect(at).toContain('2026');
    expect(value).toMatch(/1.?234.5/);
    expect([day, at, value].join('').replaceAll(/[0-9]/g, '')).not.toMatch(/\p{Nd}/u);
  },
);
