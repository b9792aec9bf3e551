import { describe, expect, it } from 'vitest';
import { progressLine } from '../../../../main/cli/runExport.ts';

describe('progressLine', () => {
  it('prints rows, bytes and the time left', () => {
    expect(progressLine({ done: 1200, total: 3600, bytes: 1_400_000 }, 6000)).toBe(
      '1,200 of 3,600 records, 1.4 MB, about 12 s left',
    );
  });

  it('prints no time where it would be a guess', () => {
    expect(progressLine({ done: 1200 }, 6000)).toBe('1,200 records');
    expect(progressLine({ done: 10, total: 20 }, 100)).toBe('10 of 20 records');
    expect(progressLine({}, 0)).toBe('0 records');
  });
});
