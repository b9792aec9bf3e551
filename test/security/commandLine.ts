import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../support/built.ts';

/** What a command wrote, and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  /** The folder of the app's data. */
  readonly folder: string;
  /** Variables beside those of this process; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Runs the command line as a program of its own. */
export function runCommand(argv: readonly string[], options: CommandOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [commandLine, ...argv, '--user-data-dir', options.folder],
      { env: { ...process.env, ...options.environment }, maxBuffer: 1 << 28 },
      (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
      },
    );
    child.stdin?.end(options.input ?? '');
  });
}

/** A folder that is removed when the test is over. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'security-'));
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
