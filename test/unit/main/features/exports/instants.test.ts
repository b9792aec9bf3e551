import { describe, expect, it } from 'vitest';
import { dayText, momentText } from '../../../../../main/features/exports/instants.ts';

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
