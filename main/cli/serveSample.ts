import { once } from 'node:events';
import { join } from 'node:path';
import { readCommandLine } from '../sample-service/commandLine.ts';
import { startNodeProcess, type StartChildProcess } from '../platform/system/childProcess.ts';
import { cacheFolder } from '../platform/system/userFolders.ts';
import { startSampleProcess } from '../sample-service/sampleProcess.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print } from './output.ts';

interface ServeOptions {
  readonly processUrl: URL;
  /** Starts Node by default; the packed program cannot run as Node (its fuse `runAsNode` is off). */
  readonly startProcess: StartChildProcess | undefined;
  readonly signal: AbortSignal;
}

/** Prints the address and the key, then runs until it is stopped. */
export async function serveSample(
  args: readonly string[],
  { processUrl, startProcess = startNodeProcess, signal }: ServeOptions,
): Promise<ExitCode> {
  // Not in the shared temporary folder, which others can write.
  const read = readCommandLine(args, join(cacheFolder(), 'sample'));
  if (read.kind === 'usage') {
    if (read.exitCode !== 0) throw new UsageError(read.text);
    process.stdout.write(`${read.text}\n`);
    return exitCodes.done;
  }
  const service = await startSampleProcess({
    ...read.options,
    processUrl,
    startProcess,
  });
  await print({ listening: service.url, key: service.key });
  if (!signal.aborted) await once(signal, 'abort');
  await service.close();
  return exitCodes.done;
}
