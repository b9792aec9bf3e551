import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '../once.ts';

const prepare = once((): ((options: { flavor: 'last-resort' }) => void) => {
  // It stays set: flags are of the whole process, where another thread may be just about to make its context.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function'
    ? (options) => void Reflect.apply(collect, undefined, [options])
    : () => undefined;
});

/** Collects what this thread has no use for, and gives the system its memory back. Takes some 20 ms: for a thread that nobody waits for. */
export function collectGarbage(): void {
  prepare()({ flavor: 'last-resort' });
}
