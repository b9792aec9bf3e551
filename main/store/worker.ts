import { workerData } from 'node:worker_threads';
import { cacheCompiledCode } from '../platform/system/compiled.ts';

/** Entry of the store's threads: as little as can be, since only what it imports later is kept compiled. */
const start: unknown = workerData;
if (
  typeof start === 'object' &&
  start !== null &&
  'compiled' in start &&
  typeof start.compiled === 'string'
) {
  cacheCompiledCode(start.compiled);
}
await import('./thread/answerStoreCalls.ts');
