import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { closeBeforeQuit } from '../../../../main/electron/quitting.ts';

const electron = vi.hoisted(() => ({ app: null as EventEmitter | null, quit: vi.fn() }));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = Object.assign(new Emitter(), { quit: electron.quit });
  return { app: electron.app };
});

/** Asks the app to quit; true where it holds that back. */
function quit(): boolean {
  const event = { held: false, preventDefault: () => (event.held = true) };
  electron.app?.emit('will-quit', event);
  return event.held;
}

it('closes once, however often it is asked to quit meanwhile, and quits then', async () => {
  const closed = Promise.withResolvers<undefined>();
  const steps = { onClosing: vi.fn(), close: vi.fn(() => closed.promise), onClosed: vi.fn() };
  closeBeforeQuit(steps);
  expect([quit(), quit()]).toEqual([true, true]);
  expect(steps.close).toHaveBeenCalledOnce();
  expect(steps.onClosing).toHaveBeenCalledOnce();
  expect(electron.quit).not.toHaveBeenCalled();
  closed.resolve(undefined);
  await vi.waitFor(() => {
    expect(electron.quit).toHaveBeenCalledOnce();
  });
  expect(steps.onClosed).toHaveBeenCalledOnce();
  expect(quit()).toBe(false);
});
