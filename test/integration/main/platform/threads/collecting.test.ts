import { expect, it } from 'vitest';
import { startThread } from '../../../../../main/platform/threads/thread.ts';

it('a thread that is not called any more collects what its calls have left', async () => {
  let collected = Promise.withResolvers<unknown>();
  const thread = startThread<{ leave(): void }>(new URL('leavesGarbage.ts', import.meta.url), {
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
}, 30_000);
