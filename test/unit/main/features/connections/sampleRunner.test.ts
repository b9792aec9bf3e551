import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SampleRunner, type RunningSample } from '../../../../../main/features/connections/sampleRunner.ts';
import { minuteMs } from '../../../../../preload/contract/days.ts';

/** A service that the test starts, ends and breaks by hand. */
function byHand(): {
  runner: SampleRunner;
  starts: { listen: () => void; fail: (error: Error) => void; signal: AbortSignal; end: () => void }[];
} {
  const starts: ReturnType<typeof byHand>['starts'] = [];
  const runner = new SampleRunner((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<RunningSample>();
    const ended = Promise.withResolvers<undefined>();
    const end = (): void => {
      ended.resolve(undefined);
    };
    const url = `http://127.0.0.1:${(starts.length + 1).toString()}`;
    const listen = (): void => {
      resolve({
        url,
        key: 'key',
        ended: ended.promise.then(() => undefined),
        close: () => Promise.resolve(end()),
      });
    };
    signal.addEventListener('abort', () => {
      reject(new Error('stopped'));
    });
    starts.push({ listen, fail: reject, signal, end });
    return promise;
  });
  return { runner, starts };
}

describe('SampleRunner', () => {
  it('starts once for all callers, and returns the address once it listens', async () => {
    const { runner, starts } = byHand();
    const both = [runner.lease(), runner.lease()];
    expect(runner.url).toBeUndefined();
    starts[0]?.listen();
    expect((await Promise.all(both)).map(({ url }) => url)).toEqual([
      'http://127.0.0.1:1',
      'http://127.0.0.1:1',
    ]);
    expect([starts.length, runner.url]).toEqual([1, 'http://127.0.0.1:1']);
  });

  it('starts again after a start that failed, with a sentence for the caller', async () => {
    const { runner, starts } = byHand();
    const first = runner.lease();
    starts[0]?.fail(new Error('no space left'));
    await expect(first).rejects.toMatchObject({ failure: { code: 'storage', detail: 'no space left' } });
    const second = runner.lease();
    starts[1]?.listen();
    expect((await second).url).toBe('http://127.0.0.1:2');
  });

  it('starts again after the service has ended by an error', async () => {
    const { runner, starts } = byHand();
    const first = runner.lease();
    starts[0]?.listen();
    await first;
    starts[0]?.end();
    await expect.poll(() => runner.url).toBeUndefined();
    const second = runner.lease();
    starts[1]?.listen();
    expect((await second).url).toBe('http://127.0.0.1:2');
  });

  it('goes on while a request is pending, however long, and ends once nobody has asked for a while', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { runner, starts } = byHand();
    const leases = [runner.lease(), runner.lease()];
    starts[0]?.listen();
    const [first, second] = await Promise.all(leases);
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    // The other is still pending. Released twice, it is one.
    first?.release();
    first?.release();
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(runner.url).toBe('http://127.0.0.1:1');
    second?.release();
    await vi.advanceTimersByTimeAsync(minuteMs - 1);
    expect(runner.url).toBe('http://127.0.0.1:1');
    // One more takes it up again before it ends.
    const third = await runner.lease();
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect([runner.url, starts.length]).toEqual(['http://127.0.0.1:1', 1]);
    third.release();
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(runner.url).toBeUndefined();
  });

  it('is stopped while its data are being made', async () => {
    const { runner, starts } = byHand();
    const lease = runner.lease();
    await runner.close();
    await expect(lease).rejects.toMatchObject({ failure: { code: 'storage' } });
    expect(starts[0]?.signal.aborted).toBe(true);
  });
});
