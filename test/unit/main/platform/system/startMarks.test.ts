import { describe, expect, it } from 'vitest';
import { createStartMarks } from '../../../../../main/platform/system/startMarks.ts';

function trace(): { lines: string[]; write: (line: string) => void } {
  const lines: string[] = [];
  return { lines, write: (line) => void lines.push(line) };
}

describe('the marks of a start', () => {
  it('are a line for each phase, in milliseconds since the process began', () => {
    const { lines, write } = trace();
    let now = 1_000_120.25;
    const marks = createStartMarks({ processStart: 1_000_000, now: () => now, write });
    marks.reach('app ready');
    now += 1000;
    marks.reach('services open');
    marks.reach('first rows painted', 1_000_900);
    expect(lines).toEqual([
      'start      0.0 ms  process start\n',
      'start    120.3 ms  app ready\n',
      'start   1120.3 ms  services open\n',
      'start    900.0 ms  first rows painted\n',
    ]);
  });

  it('count each phase once: a window that is opened again is no start', () => {
    const { lines, write } = trace();
    const marks = createStartMarks({ processStart: 0, now: () => 1, write });
    marks.reach('page loaded');
    marks.reach('page loaded', 5);
    expect(lines).toHaveLength(2);
  });

  it('are not written where nobody asks for them', () => {
    const marks = createStartMarks({ processStart: 0, now: () => 1 });
    expect(() => {
      marks.reach('app ready');
    }).not.toThrow();
  });
});
