import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const source = (file: string): string => JSON.stringify(pathToFileURL(path.resolve(file)).href);
const spacesSchema = z.array(z.number());

/** Bytes for young objects in a process and in a thread of it, each after making and dropping many lists. Flags are of a whole process. */
async function youngBytes(limited: boolean): Promise<number[]> {
  const limit = `const { limitOwnHeaps } = await import(${source('main/platform/system/memory.ts')});
    limitOwnHeaps();`;
  const make = `for (let turn = 0; turn < 300; turn += 1)
      JSON.parse(JSON.stringify(Array.from({ length: 3000 }, (_, at) => ({ at, turn }))));
    const { getHeapSpaceStatistics } = await import('node:v8');
    const { physical_space_size: young } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    const { parentPort, Worker } = await import('node:worker_threads');`;
  const script = `${limited ? limit : ''}
    ${make}
    const thread = new Worker(${JSON.stringify(`${make} parentPort.postMessage(young);`)}, {
      eval: true,
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    thread.once('message', (ofThread) => process.stdout.write(JSON.stringify([young, ofThread])));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return spacesSchema.parse(JSON.parse(stdout));
}

it('limits the memory for young objects of the main thread, and leaves a thread the memory that it requested', async () => {
  const megabyte = 1024 * 1024;
  const [[main = 0, thread = 0], [freeMain = 0]] = await Promise.all([youngBytes(true), youngBytes(false)]);
  expect(main).toBeLessThanOrEqual(4 * megabyte);
  expect(freeMain).toBeGreaterThan(2 * main);
  expect(thread).toBeGreaterThan(4 * megabyte);
});
