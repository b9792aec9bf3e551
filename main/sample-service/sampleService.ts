import { startThread } from '../platform/threads/thread.ts';
import { sampleLimits, type ServiceOptionsInput } from './options.ts';
import type { SampleCalls } from './worker.ts';

export interface SampleServiceOptions extends ServiceOptionsInput {
  /** The worker's entry: `worker.ts` unbuilt, `sample-worker.js` bundled. */
  readonly workerUrl: URL;
  /** Ends the service, also while its data is being made. */
  readonly signal?: AbortSignal;
  /** Told from 0 to 1 while data is made, which happens where none of the last days is stored. */
  readonly onProgress?: (part: number) => void;
}

export interface SampleService {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Resolves when the service has ended, by `close` or by an error. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the sample data service on a thread of its own, so that neither the making of its data nor its answers ever hold up
 * the caller. Rejects with a sentence where it cannot start.
 */
export async function startSampleService({
  workerUrl,
  signal,
  onProgress,
  ...options
}: SampleServiceOptions): Promise<SampleService> {
  const thread = startThread<SampleCalls>(workerUrl, {
    name: 'sample service',
    limits: sampleLimits,
    signal,
    onNotice(part) {
      if (typeof part === 'number') onProgress?.(part);
    },
  });
  const close = (): Promise<void> => thread.end();
  try {
    const { url, key } = await thread.call('serve', options);
    signal?.addEventListener('abort', () => void close(), { once: true });
    if (signal?.aborted === true) void close();
    return { url, key, ended: thread.ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}
