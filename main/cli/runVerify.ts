import { join, resolve } from 'node:path';
import type { Job } from '../../preload/contract/jobs.ts';
import { verifyChosen, type VerifyOptions } from '../features/exports/verify.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print } from './output.ts';
import { withProgress } from './progress.ts';
import type { VerifyTask } from './commands/exports.ts';
import { userDataFolderOf } from './userDataFolder.ts';

function verifyLine({ done = 0, total }: Partial<Job>): string {
  return `${(done / 1e6).toFixed(0)} of ${((total ?? 0) / 1e6).toFixed(0)} MB read`;
}

export async function runVerify(
  { file, userDataDir }: VerifyTask,
  workers: Pick<VerifyOptions, 'workerUrl' | 'signal'>,
): Promise<ExitCode> {
  const descriptionOf = async (folder: string): Promise<string> => {
    const parts = await import('../features/exports/parts.ts');
    return parts.descriptionOf({ descriptions: join(userDataFolderOf({ userDataDir }), 'exports') }, folder);
  };
  const results = await withProgress(
    workers.signal,
    ({ update }) =>
      verifyChosen(resolve(file), descriptionOf, {
        ...workers,
        onProgress: (done, total) => update({ done, total }),
      }),
    verifyLine,
  );
  for (const result of results) await print(result);
  return results.every(({ state }) => state === 'unchanged') ? exitCodes.done : exitCodes.failure;
}
