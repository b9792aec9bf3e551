import { Worker } from 'node:worker_threads';

interface ParentProcess {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

/**
 * Code of a thread that ends the process with its parent, even if the main thread is too busy to notice.
 * Linux and macOS then report another parent; Windows keeps the ended one. A parent that refuses signals
 * exists (EPERM).
 */
const lookAfter = `
  const parent = require('node:worker_threads').workerData;
  setInterval(() => {
    try {
      if (process.ppid === parent && process.kill(parent, 0)) return;
    } catch (error) {
      if (error.code === 'EPERM') return;
    }
    process.kill(process.pid, 'SIGKILL');
  }, 200);`;

/** Connects to the parent, and ends this process after it, as Electron does by itself. */
export function connectToParent(): ParentProcess {
  new Worker(lookAfter, { eval: true, workerData: process.ppid }).unref();
  const { parentPort: port }: { readonly parentPort?: ParentPort } = process as NodeJS.Process & {
    parentPort?: ParentPort;
  };
  if (port !== undefined) {
    return {
      post(message) {
        port.postMessage(message);
      },
      onMessage(listener) {
        port.on('message', ({ data }) => {
          listener(data);
        });
      },
    };
  }
  // An exit would wait for threads whose results nobody reads.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return {
    post(message) {
      process.send?.(message);
    },
    onMessage(listener) {
      process.on('message', listener);
    },
  };
}
