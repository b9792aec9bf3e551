import type { StartChildProcess } from '../platform/system/childProcess.ts';
import type { ServiceOptionsInput } from './options.ts';
import type { SampleService } from './sampleService.ts';

export interface SampleProcessOptions extends ServiceOptionsInput {
  /** The process's entry: `worker.ts` unbuilt, `sample-worker.js` bundled. */
  readonly processUrl: URL;
  readonly startProcess: StartChildProcess;
  /** Ends the service, also while its data is being made. */
  readonly signal: AbortSignal;
}

/**
 * Starts the sample data service in a process of its own, whose memory the system has back when it ends. It is ended at once, whatever it does: the next
 * start removes a file that it was making. Rejects with a sentence where it cannot start.
 */
export async function startSampleProcess({
  processUrl,
  startProcess,
  signal,
  ...options
}: SampleProcessOptions): Promise<SampleService> {
  signal.throwIfAborted();
  const listening = Promise.withResolvers<{ readonly url: string; readonly key: string }>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<undefined>();
  const child = startProcess(processUrl, 'inherit');
  const kill = (): void => {
    child.kill();
  };
  signal.addEventListener('abort', kill);
  child.onMessage((message) => {
    if (isListening(message)) listening.resolve(message);
    else if (isFailed(message)) listening.reject(new Error(message.error));
  });
  child.onExit(() => {
    signal.removeEventListener('abort', kill);
    onEnded(undefined);
    listening.reject(new Error('The process of the sample data ended before it listened.'));
  });
  const close = (): Promise<void> => {
    kill();
    return ended;
  };
  child.post(options);
  try {
    const { url, key } = await listening.promise;
    return { url, key, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isListening(message: unknown): message is { readonly url: string; readonly key: string } {
  return typeof message === 'object' && message !== null && 'url' in message && 'key' in message;
}

function isFailed(message: unknown): message is { readonly error: string } {
  return (
    typeof message === 'object' && message !== null && 'error' in message && typeof message.error === 'string'
  );
}
