import type { ChildProcess, StartChildProcess } from '../platform/system/childProcess.ts';
import type { ServiceOptionsInput } from './options.ts';

export interface SampleProcessOptions extends ServiceOptionsInput {
  /** The process's entry: `worker.ts` unbuilt, `sample-worker.js` bundled. */
  readonly processUrl: URL;
  readonly startProcess: StartChildProcess;
  readonly signal?: AbortSignal;
}

interface SampleService {
  readonly url: string;
  readonly key: string;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the sample data service in its own process. A second process, the maker, makes missing data. Closing
 * kills both; the next start removes unfinished files. Rejects with a message if the service cannot start.
 */
export async function startSampleProcess({
  processUrl,
  startProcess,
  signal,
  ...options
}: SampleProcessOptions): Promise<SampleService> {
  signal?.throwIfAborted();
  const listening = Promise.withResolvers<{ readonly url: string; readonly key: string }>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<undefined>();
  const service = startProcess(processUrl, 'inherit');
  let maker: ChildProcess | undefined;
  let makerEnded = Promise.resolve();
  let isOver = false;
  const kill = (): void => {
    isOver = true;
    service.kill();
    maker?.kill();
  };
  signal?.addEventListener('abort', kill);
  service.onMessage((message) => {
    if (has(message, 'url') && has(message, 'key')) {
      listening.resolve({ url: String(message.url), key: String(message.key) });
    } else if (has(message, 'error')) listening.reject(new Error(String(message.error)));
    // A message may arrive after the end, when nothing would end the maker.
    else if (has(message, 'make') && !isOver) maker = make(message);
  });
  function make(message: unknown): ChildProcess {
    const made = startProcess(processUrl, 'inherit');
    made.onMessage((told) => {
      if (has(told, 'done')) made.kill();
      else service.post(told);
    });
    makerEnded = new Promise((resolve) => {
      made.onExit(() => {
        service.post({ makerEnded: true });
        resolve();
      });
    });
    made.post(message);
    return made;
  }
  service.onExit(() => {
    signal?.removeEventListener('abort', kill);
    kill();
    // The maker may write until it ends.
    void makerEnded.then(() => {
      onEnded(undefined);
    });
    listening.reject(new Error('The process of the sample data ended before it listened.'));
  });
  const close = (): Promise<void> => {
    kill();
    return ended;
  };
  service.post({ serve: options });
  try {
    return { ...(await listening.promise), ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function has<Name extends string>(message: unknown, name: Name): message is Record<Name, unknown> {
  return typeof message === 'object' && message !== null && name in message;
}
