import { describe, expect, it } from 'vitest';
import { CancellationRegistry } from '../../../../main/electron/cancellations.ts';

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve('called off');
    });
  });

describe('CancellationRegistry', () => {
  it('call off the request of that ticket alone', async () => {
    const cancellations = new CancellationRegistry();
    const one = cancellations.during('one', untilAborted);
    const two = cancellations.during('two', untilAborted);
    cancellations.cancel('one');
    expect(await one).toBe('called off');
    expect(await Promise.race([two, Promise.resolve('still under way')])).toBe('still under way');
    cancellations.cancel('two');
    expect(await two).toBe('called off');
  });

  it('do nothing for a request that has ended or was never there', async () => {
    const cancellations = new CancellationRegistry();
    await cancellations.during('one', () => Promise.resolve());
    cancellations.cancel('one');
    cancellations.cancel('none');
    expect(await cancellations.during(undefined, (signal) => Promise.resolve(signal.aborted))).toBe(false);
  });
});
