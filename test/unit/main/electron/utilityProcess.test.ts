import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startUtilityProcess } from '../../../../main/electron/utilityProcess.ts';

/** A process that the system does not start: Electron says neither that it has begun nor that it has ended. */

const electron = vi.hoisted(() => ({ child: null as (EventEmitter & { pid?: number }) | null }));

vi.mock('electron', () => ({ utilityProcess: { fork: () => electron.child } }));

beforeEach(() => {
  vi.useFakeTimers();
  electron.child = new EventEmitter();
});
afterEach(() => {
  vi.useRealTimers();
});

const module = new URL('file:///app/sql.js');

it('a process that never begins is given up after ten seconds, and ended where it begins later', () => {
  const ended = vi.fn();
  startUtilityProcess(module).onExit(ended);
  vi.advanceTimersByTime(9999);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledOnce();

  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  Object.assign(electron.child ?? {}, { pid: 123_456 });
  electron.child?.emit('spawn');
  expect(kill.mock.calls).toEqual([[123_456, 'SIGKILL']]);
  electron.child?.emit('exit', 1);
  expect(ended).toHaveBeenCalledOnce();
  kill.mockRestore();
});

it('one that has begun has all the time it needs', () => {
  const ended = vi.fn();
  startUtilityProcess(module).onExit(ended);
  electron.child?.emit('spawn');
  vi.advanceTimersByTime(60_000);
  expect(ended).not.toHaveBeenCalled();
  electron.child?.emit('exit', 0);
  expect(ended).toHaveBeenCalledOnce();
});

it('one that V8 ends with a fatal error ends as any other, and the app goes on', () => {
  const ended = vi.fn();
  startUtilityProcess(module).onExit(ended);
  electron.child?.emit('spawn');
  // Electron tells `error` before `exit` (`docs/api/utility-process.md`); an emitter throws where nobody listens.
  electron.child?.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
  expect(ended).not.toHaveBeenCalled();
  electron.child?.emit('exit', 133);
  expect(ended).toHaveBeenCalledOnce();
});
