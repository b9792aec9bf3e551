import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../preload/contract/failures.ts';
import { LatestRequest } from '../../../../renderer/app/request.svelte.ts';

/** A call that the test answers when it likes. */
function pendingCall() {
  const { promise, resolve } = Promise.withResolvers<Result<string>>();
  return { ask: (_ticket: string) => promise, answer: resolve };
}

const keep = { forget: false };

describe('of several askings only the latest counts', () => {
  it('an earlier one is cancelled, and its late answer is dropped', async () => {
    const cancelled: string[] = [];
    const request = new LatestRequest<string>({
      cancelRequest: ({ ticket }) => {
        cancelled.push(ticket);
        return Promise.resolve(ok(undefined));
      },
    });
    const [first, second] = [pendingCall(), pendingCall()];
    let firstTicket = '';

    const firstRun = request.run((ticket) => {
      firstTicket = ticket;
      return first.ask(ticket);
    }, keep);
    const secondRun = request.run(second.ask, keep);
    expect(cancelled).toEqual([firstTicket]);

    second.answer(ok('second'));
    await secondRun;
    first.answer(ok('first'));
    await firstRun;
    expect(request.value).toBe('second');
  });

  it('a view that was left gets no answer any more', async () => {
    const request = new LatestRequest<string>();
    const call = pendingCall();
    const run = request.run(call.ask, keep);
    request.cancel();
    expect(request.pending).toBe(false);
    call.answer(ok('late'));
    await run;
    expect(request.value).toBeNull();
  });
});

describe('while an answer is awaited', () => {
  it('the last one stays, unless it belongs to something else', async () => {
    const request = new LatestRequest<string>();
    await request.run(() => Promise.resolve(ok('old')), keep);
    void request.run(pendingCall().ask, keep);
    expect([request.value, request.pending]).toEqual(['old', true]);
    void request.run(pendingCall().ask, { forget: true });
    expect([request.value, request.pending]).toEqual([null, true]);
    request.cancel();
  });
});

describe('a failure', () => {
  const failure = { code: 'unreachable', message: 'No connection.' } as const;

  it('stands beside the last answer, and goes with the next', async () => {
    const request = new LatestRequest<string>();
    await request.run(() => Promise.resolve(ok('old')), keep);
    await request.run(() => Promise.resolve(fail(failure)), keep);
    expect([request.value, request.failure]).toEqual(['old', failure]);
    await request.run(() => Promise.resolve(ok('new')), keep);
    expect([request.value, request.failure, request.pending]).toEqual(['new', null, false]);
  });

  it('a rejected call is a failure of the app, never an endless wait', async () => {
    const request = new LatestRequest<string>();
    await request.run(() => Promise.reject(new Error('Channel closed')), keep);
    expect(request.pending).toBe(false);
    expect(request.failure).toMatchObject({ code: 'internal', detail: 'Channel closed' });
  });
});
