import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCrashes, type Crashes } from '../../../../../main/platform/crash/crashes.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs of the app on one folder, with a clock of their own. */
function runs(): { folder: string; start: (startsWell?: boolean) => Crashes; wait: (ms: number) => void } {
  const folder = join(makeTemporaryFolder('crashes'), 'crashes');
  let time = Date.UTC(2026, 10, 20);
  return {
    folder,
    start(startsWell = true) {
      // The run before is dead.
      vi.clearAllTimers();
      time += 1000;
      const crashes = openCrashes({ folder, now: () => (time += 1), about: ['app: 0.1.0'] });
      if (startsWell) crashes.started();
      return crashes;
    },
    wait(ms) {
      time += ms;
      vi.advanceTimersByTime(Math.max(0, ms));
    },
  };
}

it('opens in safe mode after two crashes in a row, and not after one', () => {
  const { start } = runs();
  const first = start();
  expect([first.safeMode, first.notice]).toEqual([false, null]);
  expect(first.note('app', new Error('broken')).safeModeNext).toBe(false);
  const second = start();
  expect(second.safeMode).toBe(false);
  expect(second.notice).toContain('crashed when it was last used');
  expect(second.note('window', new Error('broken')).safeModeNext).toBe(true);
  expect(start().safeMode).toBe(true);
});

it('leaves safe mode by ending well, and comes back to it when safe mode itself crashes', () => {
  const { start } = runs();
  for (let crash = 0; crash < 2; crash += 1) start().note('app', new Error('broken'));
  const safe = start();
  expect(safe.safeMode).toBe(true);
  safe.note('app', new Error('broken'));
  const again = start();
  expect(again.safeMode).toBe(true);
  again.endedWell();
  expect(start().safeMode).toBe(false);
});

it('begins a new row after ten minutes of good work', () => {
  const { start, wait } = runs();
  start().note('app', new Error('broken'));
  const second = start();
  wait(10 * minute);
  expect(second.note('app', new Error('broken')).safeModeNext).toBe(false);
  expect(start().note('app', new Error('broken')).safeModeNext).toBe(true);
});

it('says nothing of a crash after a run that worked well and was ended by the system, which tells nobody', () => {
  const { start, wait } = runs();
  start().note('app', new Error('broken'));
  const second = start();
  expect(second.notice).toContain('crashed when it was last used');
  wait(5 * minute);
  second.note('window', new Error('broken'));
  wait(10 * minute - 1);
  expect(start().safeMode).toBe(true);
  wait(10 * minute);
  expect([start().safeMode, start().notice]).toEqual([false, null]);
});

it('takes a start that ended without a word for a crash, and a power cut later on for none', () => {
  const { start } = runs();
  start(false);
  expect(start().notice).toContain('closed unexpectedly while it was starting');
  start();
  start(false);
  start(false);
  expect(start().safeMode).toBe(true);
});

it('leaves a note that a person can read, without data, and keeps ten', () => {
  const { folder, start } = runs();
  const crashes = start();
  const { path } = crashes.note('app', new TypeError('Cannot read “Harbour Bond Fund”'));
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('RWA Explorer has crashed.');
  expect(text).toContain('app: 0.1.0');
  expect(text).toContain('TypeError: Cannot read “…”');
  expect(text).not.toContain('Harbour');
  for (let index = 0; index < 15; index += 1) crashes.note('window', new Error(index.toString()));
  expect(readdirSync(folder).filter((name) => name.startsWith('crash-'))).toHaveLength(10);
  expect(crashes.notes()[0]).toContain('Error: 14');
});

it('has notes and rows of its own where the clock was ahead before', () => {
  const { folder, start, wait } = runs();
  wait(365 * 24 * 60 * minute);
  const ahead = start();
  for (let index = 0; index < 10; index += 1) ahead.note('window', new Error('ahead'));
  wait(-365 * 24 * 60 * minute);
  const crashes = start();
  wait(10 * minute);
  const { path, safeModeNext } = crashes.note('window', new Error('right'));
  expect(safeModeNext).toBe(false);
  expect(readFileSync(path, 'utf8')).toContain('Error: right');
  expect(crashes.notes()[0]).toContain('Error: right');
  expect(readdirSync(folder).filter((name) => name.startsWith('crash-'))).toHaveLength(10);
});

it('opens as usual where its state cannot be read', () => {
  const { folder, start } = runs();
  start().note('app', new Error('broken'));
  writeFileSync(join(folder, 'state.json'), '{"inARow":');
  expect(start().safeMode).toBe(false);
});
