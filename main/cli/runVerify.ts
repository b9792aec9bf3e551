import { resolve } from 'node:path';
import type { Job } from '../../preload/contract/jobs.ts';
import { verifyExport, type VerifyOptions } from '../features/exports/verify.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print } from './output.ts';
import { withProgress } from './progress.ts';
import type { VerifyTask } from './commands/exports.ts';

function verifyLine({ done = 0, total }: Partial<Job>): string {
  return `${(done / 1e6).toFixed(0)} of ${((total ?? 0) / 1e6).toFixed(0)} MB read`;
}

/** Whether a file is what an export wrote. */
export async function runVerify(
  { file }: VerifyTask,
  workers: Pick<VerifyOptions, 'workerUrl' | 'signal'>,
): Promise<ExitCode> {
  const result = await withProgress(
    workers.signal,
    ({ update }) =>
      verifyExport(resolve(file), { ...workers, onProgress: (done, total) => update({ done, total }) }),
    verifyLine,
  );
  await print(result);
  return result.state === 'unchanged' ? exitCodes.done : exitCodes.failure;
}
