import { writeFileSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { flushCompiled } from '../../../platform/system/compiled.ts';
import { connectToParent } from '../../../platform/system/parentProcess.ts';
import { memoryMark, type SqlMessage, type SqlStart, type StatementLimits } from './messages.ts';
import type { Sqlite } from './openViews.ts';
import { runStatement } from './runStatement.ts';

/** Entry of a statement's process. A second thread watches it, because SQLite blocks the first. */

const watchMs = 50;
/** Main ends the process at its time limit; this is for the case that main is gone. */
const graceMs = 2000;

if (isMainThread) takeStatement();
else watch();

function takeStatement(): void {
  const parent = connectToParent();
  const tell = (message: SqlMessage): void => {
    parent.post(message);
  };
  parent.onMessage((message) => {
    if (isStart(message)) void run(message, tell);
  });
}

async function run(start: SqlStart, tell: (message: SqlMessage) => void): Promise<void> {
  // Electron's Node may lack the module; then this returns undefined.
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined || !('setAuthorizer' in sqlite.DatabaseSync.prototype)) {
    tell({
      kind: 'failed',
      why: 'missing',
      message: `Node ${process.versions.node} has no guarded node:sqlite.`,
    });
    return;
  }
  // The process is killed once it has the result, so its compile cache is written before.
  flushCompiled();
  startWatch(start);
  await runStatement(sqlite, start, tell);
}

function startWatch(start: SqlStart): void {
  new Worker(new URL(import.meta.url), { workerData: { ...start.limits, mark: memoryMark(start) } }).unref();
}

function watch(): void {
  const watched: unknown = workerData;
  if (!isWatched(watched)) return;
  const endsAt = Date.now() + watched.seconds * 1000 + graceMs;
  setInterval(() => {
    const isTooLarge = process.memoryUsage.rss() > watched.memoryBytes;
    try {
      if (isTooLarge) writeFileSync(watched.mark, '', { mode: 0o600 });
    } finally {
      // A thread's exit ends only the thread; while SQLite runs, only a signal ends the process.
      if (isTooLarge || Date.now() > endsAt) process.kill(process.pid, 'SIGKILL');
    }
  }, watchMs);
}

function isStart(message: unknown): message is SqlStart {
  return typeof message === 'object' && message !== null && 'databasePath' in message && 'limits' in message;
}

function isWatched(data: unknown): data is StatementLimits & { readonly mark: string } {
  return typeof data === 'object' && data !== null && 'memoryBytes' in data && 'mark' in data;
}
