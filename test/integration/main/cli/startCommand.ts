import { execFile } from 'node:child_process';
import { commandLine } from '../../../support/built.ts';
import { withoutProgress } from '../../../support/runCommand.ts';

/** A command of the command line that runs as a process of its own. */
export interface StartedCommand {
  readonly ended: Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  /** Ends it without warning, as a power cut does. */
  readonly kill: () => void;
}

/** Starts a command on a folder of user data. */
export function startCommand(baseUrl: string, folder: string, ...args: string[]): StartedCommand {
  const { promise: ended, resolve } = Promise.withResolvers<Awaited<StartedCommand['ended']>>();
  const child = execFile(
    process.execPath,
    [commandLine, ...args, '--base-url', baseUrl, '--user-data-dir', folder],
    { env: { ...process.env, RWA_API_KEY: 'key' }, maxBuffer: 1 << 26 },
    (error, out, err) => {
      const said = withoutProgress(err).replace(/^The key in RWA_API_KEY is sent to .*\n/m, '');
      resolve({ code: error === null ? 0 : Number(error.code), out, err: said });
    },
  );
  return { ended, kill: () => void child.kill('SIGKILL') };
}
