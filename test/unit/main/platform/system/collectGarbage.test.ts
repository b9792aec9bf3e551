import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const source = JSON.stringify(pathToFileURL(path.resolve('main/platform/system/memory.ts')).href);
const threads = 4;

/** Each waits until all have loaded its code, then collects. */
const script = `
  const { workerData } = require('node:worker_threads');
  import(${source}).then(({ collectGarbage }) => {
    Atomics.add(workerData, 0, 1);
    Atomics.notify(workerData, 0);
    for (let loaded = Atomics.load(workerData, 0); loaded < ${threads.toString()}; loaded = Atomics.load(workerData, 0))
      Atomics.wait(workerData, 0, loaded);
    collectGarbage();
  });`;

async function collectAtOnce(): Promise<unknown[]> {
  const workerData = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workers = Array.from({ length: threads }, () => new Worker(script, { eval: true, workerData }));
  // An error of the thread rejects.
  const ends = await Promise.allSettled(workers.map((worker) => once(worker, 'exit')));
  return ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
}

it('ends no thread where several collect at the same moment', async () => {
  const errors: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) errors.push(...(await collectAtOnce()));
  expect(errors).toEqual([]);
});
