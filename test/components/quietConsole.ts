import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Fails a test whose components leave a warning, also one of Svelte, or an error in the console. */
beforeEach(() => {
  vi.spyOn(console, 'warn');
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const said = [console.warn, console.error].flatMap((say) => vi.mocked(say).mock.calls.map(String));
  vi.restoreAllMocks();
  expect(said, 'warnings and errors in the console').toEqual([]);
});
