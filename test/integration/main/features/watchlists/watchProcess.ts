import { writeSync } from 'node:fs';
import { connectionId, openTestWatch, transaction, type Interference } from './testWatch.ts';

/**
 * A process of its own that takes new transactions in and looks at a metric, and is killed at a moment of it. Says which alerts it
 * has told of, a line of JSON each.
 *
 * Use: watchProcess.ts FOLDER MOMENT KIND
 */

const [, , folder = '', moment = '', kind = ''] = process.argv;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
  // The signal comes at once, but for the rest of this turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const interference: Interference = {
  user: (user) => ({
    ...user,
    async changeDocuments(changes) {
      const notes = changes.some((change) => change.kind === 'alert-firing');
      if (notes && moment === 'before it is noted') die();
      await user.changeDocuments(changes);
      if (notes && moment === 'after it is noted') die();
    },
  }),
  cache: (cache) => ({
    ...cache,
    watch: {
      ...cache.watch,
      async settleHits(numbers) {
        if (moment === 'before it is settled') die();
        await cache.watch.settleHits(numbers);
        if (moment === 'after it is settled') die();
      },
    },
  }),
  onFired(firing) {
    writeSync(1, `${JSON.stringify(firing)}\n`);
    if (moment === 'after it is told') die();
  },
};

const test = await openTestWatch(folder, interference);
test.now += 60_000;
if (kind === 'metric') {
  const cache = await test.store.cache(connectionId);
  const record = { id: 7, name: 'Fund', circulating_market_value_dollar: { val: 900 } };
  await cache.writeRecord({ resource: 'assets', record, fetchedAt: test.now, request: '/v4/assets/7' });
  if (moment === 'before it is looked at') die();
  await test.watch.noteFetched(connectionId, 'assets');
} else {
  await test.take([transaction({ id: 'large', dollars: 2_500_000 })]);
}
await test[Symbol.asyncDispose]();
