import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startThread } from '../../../../../main/platform/threads/thread.ts';

interface Calls {
  leave(): void;
  doNothing(): void;
}

it('an idle thread collects the garbage of its calls @nightly', async () => {
  let collected = Promise.withResolvers<unknown>();
  const thread = startThread<Calls>(new URL('leavesGarbage.ts', import.meta.url), {
    name: 'leaves garbage',
    onNotice(notice) {
      collected.resolve(notice);
    },
  });
  // The start of a thread leaves so much that the first may go with it.
  for (let time = 0; time < 2; time += 1) {
    collected = Promise.withResolvers();
    await thread.call('leave');
    expect(await collected.promise).toBe('collected');
  }
  await thread.end();
});

it('a thread that is called again and again collects in a pause @nightly', async () => {
  let collected = 0;
  const thread = startThread<Calls>(new URL('leavesGarbage.ts', import.meta.url), {
    name: 'leaves garbage',
    onNotice() {
      collected += 1;
    },
  });
  for (let time = 1; time <= 3; time += 1) {
    await thread.call('leave');
    // Called more often than it would have to be left alone.
    while (collected < time) {
      await setTimeout(400);
      await thread.call('doNothing');
    }
  }
  await thread.end();
});
