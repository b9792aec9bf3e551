import { describe, expect, it } from 'vitest';
import { dayText, momentText, parseInstant } from '../../../../../main/features/exports/instants.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T09:30', Date.UTC(2026, 10, 20, 9, 30)],
    ['2026-11-20 09:30:15', Date.UTC(2026, 10, 20, 9, 30, 15)],
    ['2026-11-20T09:30:15.250Z', Date.UTC(2026, 10, 20, 9, 30, 15, 250)],
    ['2026-11-20T09:30:15+02:00', Date.UTC(2026, 10, 20, 7, 30, 15)],
    ['2026-11-20T09:30:15-0130', Date.UTC(2026, 10, 20, 11, 0, 15)],
    ['1969-12-31T23:59:59Z', -1000],
    [1234, 1234],
  ])('reads %j', (value, ms) => {
    expect(parseInstant(value)).toBe(ms);
  });

  it.each([
    '',
    'soon',
    '2026-11-31',
    '2025-02-29',
    '2026-13-01',
    '2026-11-20T25:00Z',
    '20/11/2026',
    NaN,
    Infinity,
  ])('takes %j for no instant', (value) => {
    expect(parseInstant(value)).toBeNull();
  });
});

describe('an instant as text', () => {
  it('has as many digits of a second as it needs', () => {
    const ms = Date.UTC(2026, 10, 20, 9, 30, 15);
    expect([ms, ms + 7, ms + 7.123].map(momentText)).toEqual([
      '2026-11-20T09:30:15Z',
      '2026-11-20T09:30:15.007Z',
      '2026-11-20T09:30:15.007123Z',
    ]);
    expect([dayText(ms), dayText(-1)]).toEqual(['2026-11-20', '1969-12-31']);
  });
});
