import { describe, expect, it, vi } from 'vitest';
import { progressLine, withProgress } from '../../../../main/cli/progress.ts';

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

it('says every ten seconds how far it is where there is no terminal, but not while it waits', async () => {
  vi.useFakeTimers();
  const { isTTY } = process.stderr;
  process.stderr.isTTY = false;
  const said: unknown[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0);
  try {
    const work = withProgress(new AbortController().signal, async ({ update }) => {
      update({ done: 10, note: 'One could not be read.' });
      update({ done: 20, total: 80, note: 'One could not be read.' });
      await new Promise((resolve) => setTimeout(resolve, 21_000));
      update({ state: 'waiting', resumesAt: 0 });
      await new Promise((resolve) => setTimeout(resolve, 21_000));
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await work;
  } finally {
    write.mockRestore();
    process.stderr.isTTY = isTTY;
    vi.useRealTimers();
  }
  expect(said).toEqual([
    'One could not be read.\n',
    '20 of 80 records, about 30 s left\n',
    '20 of 80 records, about 60 s left\n',
    'Hourly request limit reached. Resuming at 1970-01-01T00:00:00.000Z.\n',
  ]);
});
