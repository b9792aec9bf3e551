import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../../preload/contract/instants.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T09:30', Date.UTC(2026, 10, 20, 9, 30)],
    ['2026-11-20 09:30:15', Date.UTC(2026, 10, 20, 9, 30, 15)],
    ['2026-11-20T09:30:15.250Z', Date.UTC(2026, 10, 20, 9, 30, 15, 250)],
    ['2026-11-20T09:30:15+02:00', Date.UTC(2026, 10, 20, 7, 30, 15)],
    ['2026-11-20T09:30:15-0130', Date.UTC(2026, 10, 20, 11, 0, 15)],
    ['1969-12-31T23:59:59Z', -1000],
    ['2025-11-25T13:04:00+0100', Date.UTC(2025, 10, 25, 12, 4)],
    ['2026-11-20T09:30:15.0005Z', Date.UTC(2026, 10, 20, 9, 30, 15) + 0.5],
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
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:00:00+99:99',
    '2026-11-20T10:00:00+24:00',
  ])('takes %j for no instant', (value) => {
    expect(parseInstant(value)).toBeNull();
  });
});
