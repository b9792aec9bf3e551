import { resolve } from 'node:path';
import { verifyExport, type VerifyOptions } from '../features/exports/verify.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print } from './output.ts';
import type { VerifyTask } from './task.ts';

function verifyLine(done: number, total: number): string {
  return `${(done / 1e6).toFixed(0)} of ${(total / 1e6).toFixed(0)} MB read`;
}

/** Whether a file is what an export wrote. */
export async function runVerify(
  { file }: VerifyTask,
  workers: Pick<VerifyOptions, 'workerUrl' | 'signal'>,
): Promise<ExitCode> {
  const result = await verifyExport(resolve(file), {
    ...workers,
    onProgress(done, total) {
      if (process.stderr.isTTY) process.stderr.write(`\r${verifyLine(done, total)}\u001B[K\r`);
    },
  });
  await print(result);
  return result.state === 'unchanged' ? exitCodes.done : exitCodes.failure;
}
