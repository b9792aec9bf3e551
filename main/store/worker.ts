import { workerData } from 'node:worker_threads';
import { cacheCompiledCode } from '../platform/system/compiled.ts';

/**
 * Entry of the store's threads: all use of SQLite happens here, never on the window's main thread. It is
 * minimal, because only later imports use the compile cache.
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
