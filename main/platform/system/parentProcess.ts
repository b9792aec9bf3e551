/** The process that has started this one; `StartChildProcess` is its side. */
export interface ParentProcess {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** As Electron gives it to a utility process; a process of Node has `process.send`. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

/** Connects to the parent, and ends this process once that is gone, as Electron does by itself. */
export function connectToParent(): ParentProcess {
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
  // Nobody reads what it would still do; an exit would wait for its threads.
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
