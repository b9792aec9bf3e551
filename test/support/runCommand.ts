import { execFile } from 'node:child_process';
import { commandLine } from './built.ts';

/** What a command wrote, and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  /** The folder of the app's data. */
  readonly folder: string;
  /** The key of the environment. */
  readonly key?: string;
  /** Variables beside those of this process; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** What runs the program that follows these words. */
  readonly by?: readonly string[];
  /** Kills it. */
  readonly signal?: AbortSignal;
  /** Interrupts it, as Ctrl+C does, once this resolves. Receives what gives the standard error so far. */
  readonly interrupt?: (said: () => string) => Promise<unknown>;
}

/** Runs the command line as a script does, as a program of its own. */
export function runCommand(argv: readonly string[], options: CommandOptions): Promise<Outcome> {
  const { folder, key, environment, input = '', signal, interrupt, by = [] } = options;
  // The sample service has no data of the user.
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
    // A command that ends early takes no input, which is no failure of this process: its code and its words tell.
    child.stdin?.on('error', () => undefined).end(input);
    let said = '';
    child.stderr?.on('data', (text: string) => (said += text));
    void interrupt?.(() => said).then(() => child.kill('SIGINT'));
  });
}

/** What was said but for how far it is: a command that takes long on a busy machine says that every ten seconds. */
export function withoutProgress(err: string): string {
  return err.replaceAll(/^[\d,]+(?: of [\d,]+)? records(?:, [\d.]+ MB)?(?:, about [\d,]+ s left)?\n/gm, '');
}

/** What was printed as JSON Lines. */
export function jsonLines(text: string): unknown[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
