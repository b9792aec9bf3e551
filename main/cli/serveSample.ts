import { once } from 'node:events';
import { join } from 'node:path';
import { startNodeProcess, type StartChildProcess } from '../platform/system/childProcess.ts';
import { cacheFolder } from '../platform/system/userFolders.ts';
import { startSampleProcess } from '../sample-service/sampleProcess.ts';
import type { SampleTask } from './commands/local.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print } from './output.ts';

interface ServeOptions {
  readonly processUrl: URL;
  /** Starts Node by default; the packed program cannot run as Node (its fuse `runAsNode` is off). */
  readonly startProcess: StartChildProcess | undefined;
  readonly signal: AbortSignal;
}

export async function serveSample(
  { options }: SampleTask,
  { processUrl, startProcess = startNodeProcess, signal }: ServeOptions,
): Promise<ExitCode> {
  const service = await startSampleProcess({
    ...options,
    // Not in the shared temporary folder, which others can write.
    cacheFolder: options.cacheFolder ?? join(cacheFolder(), 'sample'),
    processUrl,
    startProcess,
  });
  await print({ listening: service.url, key: service.key });
  if (!signal.aborted) await once(signal, 'abort');
  await service.close();
  return exitCodes.done;
}
