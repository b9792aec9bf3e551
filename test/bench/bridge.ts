import path from 'node:path';
import { quantile, type Figure } from './figure.ts';
import { startOnShell } from '../e2e/fixtures/shellApp.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const calls = 2000;
const pageCalls = 50;

/** A call's way from the page to a handler in the main process and back, on the Chromium shell. */
export async function run(): Promise<Figure[]> {
  const userDataDir = makeTemporaryFolder('bench');
  const appFolder = path.resolve(import.meta.dirname, '../chromium-shell/fixture');
  const app = await startOnShell({ appFolder, userDataDir });
  try {
    const measure = async (kind: 'small' | 'page', count: number): Promise<number[]> =>
      app.window.evaluate(timeCalls, { kind, count });
    // The first calls compile what the others run.
    await measure('small', 200);
    const small = await measure('small', calls);
    const page = await measure('page', pageCalls);
    const median = quantile(small, 0.5);
    return [
      { name: 'bridge round trip, median', value: median, unit: 'ms', goal: '< 1 ms', met: median < 1 },
      { name: 'bridge round trip, p95', value: quantile(small, 0.95), unit: 'ms' },
      {
        name: 'bridge round trip of 100 records of 60 fields, median',
        value: quantile(page, 0.5),
        unit: 'ms',
      },
    ];
  } finally {
    await app.quit();
  }
}

/** Runs in the page, where time is what a user's window would wait. */
async function timeCalls({ kind, count }: { kind: 'small' | 'page'; count: number }): Promise<number[]> {
  const { fixture } = globalThis as unknown as {
    fixture: { call: (name: string, value: unknown) => Promise<unknown> };
  };
  const fields = Array.from({ length: 60 }, (_, index) => [`field_${String(index)}`, index / 3]);
  const value =
    kind === 'small'
      ? { connectionId: 'sample', resource: 'assets', query: { pagination: { page: 1, perPage: 25 } } }
      : Array.from({ length: 100 }, () => Object.fromEntries(fields) as Record<string, unknown>);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    await fixture.call('echo', value);
    times.push(performance.now() - begun);
  }
  return times;
}
