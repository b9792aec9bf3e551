import { execFile } from 'node:child_process';
import { commandLine } from './built.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly folder: string;
  /** The key in the environment. */
  readonly key?: string;
  /** Added to this process's variables; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** A command that runs the program after it. */
  readonly by?: readonly string[];
  readonly signal?: AbortSignal;
  /** Interrupts it like Ctrl+C once this resolves. Gets a reader of the error output so far. */
  readonly interrupt?: (said: () => string) => Promise<unknown>;
}

/** Runs the command line as a program. */
export function runCommand(argv: readonly string[], options: CommandOptions): Promise<Outcome> {
  const { folder, key, environment, input = '', signal, interrupt, by = [] } = options;
  // The sample service has no user data.
  const data = argv[0] === 'serve-sample' ? [] : ['--user-data-dir', folder];
  const [program = '', ...words] = [...by, process.execPath, commandLine, ...argv, ...data];
  const keys = key === undefined ? {} : { RWA_API_KEY: key };
  return new Promise((resolve) => {
    const child = execFile(
      program,
      words,
      {
        env: { ...process.env, ...keys, ...environment },
        maxBuffer: 1 << 28,
        killSignal: 'SIGKILL',
        ...(signal === undefined ? {} : { signal }),
      },
      (error, out, err) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ code, out, err: withoutProgress(err) });
      },
    );
    // A command that ends early does not read its input. Its code and output tell why.
    child.stdin?.on('error', () => undefined).end(input);
    let said = '';
    child.stderr?.on('data', (text: string) => (said += text));
    void interrupt?.(() => said).then(() => child.kill('SIGINT'));
  });
}

/** Removes progress lines, which long commands print every ten seconds. */
export function withoutProgress(err: string): string {
  return err.replaceAll(/^[\d,]+(?: of [\d,]+)? records(?:, [\d.]+ MB)?(?:, about [\d,]+ s left)?\n/gm, '');
}

export function jsonLines(text: string): unknown[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
