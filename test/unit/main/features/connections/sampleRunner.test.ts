import { describe, expect, it } from 'vitest';
import { SampleRunner, type RunningSample } from '../../../../../main/features/connections/sampleRunner.ts';

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

  it('is stopped while its data are being made', async () => {
    const { runner, starts } = byHand();
    const lease = runner.lease();
    await runner.close();
    await expect(lease).rejects.toMatchObject({ failure: { code: 'storage' } });
    expect(starts[0]?.signal.aborted).toBe(true);
  });
});
