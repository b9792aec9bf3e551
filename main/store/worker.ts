import { workerData } from 'node:worker_threads';
import { cacheCompiledCode } from '../platform/system/compiled.ts';

/**
 * Entry of the store's threads: all use of SQLite happens here, never on the window's main thread. As little as can be, since only what it imports later is kept compiled.
 */
const start: unknown = workerData;
if (
  typeof start === 'object' &&
  start !== null &&
  'compiled' in start &&
  typeof start.compiled === 'string'
) {
  cacheCompiledCode(start.compiled);
}
const { answerCalls } = await import('../platform/threads/answerCalls.ts');
const { makeStoreCalls } = await import('./thread/storeCalls.ts');
const { open, explain } = makeStoreCalls();
answerCalls(open, explain);
