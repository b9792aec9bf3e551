import { describe, expect, it } from 'vitest';
import { Tickets } from '../../../../main/desktop/tickets.ts';

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve('called off');
    });
  });

describe('Tickets', () => {
  it('call off the request of that ticket alone', async () => {
    const tickets = new Tickets();
    const one = tickets.during('one', untilAborted);
    const two = tickets.during('two', untilAborted);
    tickets.cancel('one');
    expect(await one).toBe('called off');
    expect(await Promise.race([two, Promise.resolve('still under way')])).toBe('still under way');
    tickets.cancel('two');
    expect(await two).toBe('called off');
  });

  it('do nothing for a request that has ended or was never there', async () => {
    const tickets = new Tickets();
    await tickets.during('one', () => Promise.resolve());
    tickets.cancel('one');
    tickets.cancel('none');
    expect(await tickets.during(undefined, (signal) => Promise.resolve(signal.aborted))).toBe(false);
  });
});
