import { afterEach, beforeEach, expect, vi } from 'vitest';

let spies: { readonly mock: { readonly calls: unknown[][] } }[] = [];

/** Fails a test whose components leave a warning, also one of Svelte, or an error in the console. */
beforeEach(() => {
  spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
});

afterEach(() => {
  const said = spies.flatMap(({ mock }) => mock.calls.map(String));
  vi.restoreAllMocks();
  expect(said, 'warnings and errors in the console').toEqual([]);
});
