import { describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '../../../../preload/contract/failures.ts';
import { LatestRequest } from '../../../../renderer/shell/request.svelte.ts';

/** A call that the test answers when it likes. */
function pendingCall() {
  const { promise, resolve } = Promise.withResolvers<Result<string>>();
  return { ask: (_ticket: string) => promise, answer: resolve };
}

describe('of several askings only the latest counts', () => {
  it('an earlier one is canceled, and its late answer is dropped', async () => {
    const canceled: string[] = [];
    const request = new LatestRequest<string>({
      cancelRequest: ({ ticket }) => {
        canceled.push(ticket);
        return Promise.resolve(ok(undefined));
      },
    });
    const [first, second] = [pendingCall(), pendingCall()];
    let firstTicket = '';

    const firstRun = request.run('one', (ticket) => {
      firstTicket = ticket;
      return first.ask(ticket);
    });
    const secondRun = request.run('two', second.ask);
    expect(canceled).toEqual([firstTicket]);

    second.answer(ok('second'));
    await secondRun;
    first.answer(ok('first'));
    await firstRun;
    expect(request.value).toBe('second');
  });

  it('a view that was left gets no answer any more', async () => {
    const request = new LatestRequest<string>();
    const call = pendingCall();
    const run = request.run('one', call.ask);
    request.cancel();
    expect(request.pending).toBe(false);
    call.answer(ok('late'));
    await run;
    expect(request.value).toBeNull();
  });
});

describe('while an answer is awaited', () => {
  it('the last one stays under its own question, and under no other', async () => {
    const request = new LatestRequest<string, { by: string }>();
    await request.run({ by: 'network' }, () => Promise.resolve(ok('of networks')));
    void request.run({ by: 'network' }, pendingCall().ask);
    expect([request.value, request.pending]).toEqual(['of networks', true]);
    void request.run({ by: 'class' }, pendingCall().ask);
    expect([request.value, request.pending]).toEqual([null, true]);
    expect(request.last).toMatchObject({ question: { by: 'network' }, value: 'of networks' });
    request.giveUp();
    expect([request.value, request.last, request.failure?.code]).toEqual([null, null, 'canceled']);
  });

  it('is outdated once that is noticeably long', async () => {
    vi.useFakeTimers();
    const request = new LatestRequest<string>();
    await request.run('one', () => Promise.resolve(ok('first')));
    const outdated = (question: string): boolean => {
      void request.run(question, pendingCall().ask);
      const atOnce = request.outdated;
      vi.advanceTimersByTime(1000);
      expect(atOnce).toBe(false);
      return request.outdated;
    };
    expect([outdated('one'), outdated('two')]).toEqual([false, true]);
    request.clear();
    expect([request.last, request.pending, request.outdated]).toEqual([null, false, false]);
    vi.useRealTimers();
  });
});

describe('a failure', () => {
  const failure = { code: 'unreachable', message: 'No connection.' } as const;

  it('stands beside the last answer to the same question, and goes with the next', async () => {
    const request = new LatestRequest<string>();
    await request.run('one', () => Promise.resolve(ok('old')));
    await request.run('one', () => Promise.resolve(fail(failure)));
    expect([request.value, request.failure]).toEqual(['old', failure]);
    void request.run('two', pendingCall().ask);
    expect(request.failure).toBeNull();
    await request.run('two', () => Promise.resolve(fail(failure)));
    expect([request.last, request.failure]).toEqual([null, failure]);
    await request.run('two', () => Promise.resolve(ok('new')));
    expect([request.value, request.failure, request.pending]).toEqual(['new', null, false]);
  });

  it('a rejected call is a failure of the app, never an endless wait', async () => {
    const request = new LatestRequest<string>();
    await request.run('one', () => Promise.reject(new Error('Channel closed')));
    expect(request.pending).toBe(false);
    expect(request.failure).toMatchObject({ code: 'internal', detail: 'Channel closed' });
  });
});
