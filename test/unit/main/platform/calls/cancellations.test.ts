import { describe, expect, it } from 'vitest';
import type { CallHandler } from '../../../../../main/platform/calls/callHandlers.ts';
import { withCancellation } from '../../../../../main/platform/calls/cancellations.ts';
import type { CallHandlers } from '../../../../../main/platform/calls/answerCall.ts';

const query = { connectionId: 'sample', listIds: ['a'] };

/** The handlers of the app with one call that lasts until its signal is aborted. */
function handlersWith(checkWatchlists: CallHandler<'checkWatchlists'>): CallHandlers {
  return withCancellation({ checkWatchlists } as unknown as Parameters<typeof withCancellation>[0]);
}

const untilAborted: CallHandler<'checkWatchlists'> = ({ listIds = [] }, signal) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve({ listIds });
    });
  });

describe('cancelRequest', () => {
  it('cancels the request of that ticket alone', async () => {
    const handlers = handlersWith(untilAborted);
    const one = handlers.checkWatchlists({ ...query, ticket: 'one' });
    const two = handlers.checkWatchlists({ ...query, ticket: 'two' });
    await handlers.cancelRequest({ ticket: 'one' });
    expect(await one).toEqual({ listIds: ['a'] });
    expect(await Promise.race([two, Promise.resolve('running')])).toBe('running');
    await handlers.cancelRequest({ ticket: 'two' });
    expect(await two).toEqual({ listIds: ['a'] });
  });

  it('does nothing for a request that has ended, failed, or never was', async () => {
    const signals: AbortSignal[] = [];
    const handlers = handlersWith((_, signal) => {
      signals.push(signal);
      if (signals.length === 2) throw new Error('out of order');
      return { requests: 1, listIds: [] };
    });
    await handlers.checkWatchlists({ ...query, ticket: 'one' });
    await expect(handlers.checkWatchlists({ ...query, ticket: 'two' })).rejects.toThrow('out of order');
    await handlers.checkWatchlists(query);
    for (const ticket of ['one', 'two', 'none']) await handlers.cancelRequest({ ticket });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  });

  it('leaves a later request alone that has the ticket of an earlier one, which ends', async () => {
    let number = 0;
    const ends = Promise.withResolvers<undefined>();
    const handlers = handlersWith(async (args, signal) => {
      number += 1;
      if (number > 1) return untilAborted(args, signal);
      await ends.promise;
      return { requests: 1, listIds: [] };
    });
    const first = handlers.checkWatchlists({ ...query, ticket: 'same' });
    const second = handlers.checkWatchlists({ ...query, ticket: 'same' });
    ends.resolve(undefined);
    await first;
    await handlers.cancelRequest({ ticket: 'same' });
    expect(await second).toEqual({ listIds: ['a'] });
  });
});
