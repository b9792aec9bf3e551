import { describe, expect, it } from 'vitest';
import { SingleFlight } from '../../../../main/data-service/singleFlight.ts';

/** Work that ends when the test says so, and knows whether it was called off. */
function pending() {
  const signals: AbortSignal[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  return {
    start(signal: AbortSignal) {
      signals.push(signal);
      return promise;
    },
    land: resolve,
    signals,
  };
}

describe('SingleFlight', () => {
  it('starts once for identical requests under way, and again afterwards', async () => {
    const flights = new SingleFlight<string>();
    const work = pending();
    const both = [flights.join('a', work.start), flights.join('a', work.start)];
    work.land('here');
    expect(await Promise.all(both)).toEqual(['here', 'here']);
    expect(work.signals).toHaveLength(1);
    await flights.join('a', work.start);
    expect(work.signals).toHaveLength(2);
  });

  it('goes on while one caller is left, and is canceled with the last', async () => {
    const flights = new SingleFlight<string>();
    const work = pending();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = flights.join('a', work.start, one.signal);
    const second = flights.join('a', work.start, two.signal);
    one.abort();
    await expect(first).rejects.toMatchObject({ failure: { code: 'canceled' } });
    expect(work.signals.map((signal) => signal.aborted)).toEqual([false]);
    two.abort();
    await expect(second).rejects.toMatchObject({ failure: { code: 'canceled' } });
    expect(work.signals.map((signal) => signal.aborted)).toEqual([true]);
  });

  it('does not join a flight that was canceled', async () => {
    const flights = new SingleFlight<string>();
    const [left, taken] = [pending(), pending()];
    const leaver = new AbortController();
    const first = flights.join('a', left.start, leaver.signal);
    leaver.abort();
    await expect(first).rejects.toMatchObject({ failure: { code: 'canceled' } });
    const second = flights.join('a', taken.start);
    taken.land('new');
    expect(await second).toBe('new');
  });
});
