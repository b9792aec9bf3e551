import { AsyncLocalStorage } from 'node:async_hooks';
import { runCommandLine } from '../../main/cli/commandLine.ts';
import { Stop } from '../../main/cli/stop.ts';
import { builtEntryUrl } from './built.ts';
import { withoutProgress, type CommandOptions, type Outcome } from './runCommand.ts';

interface Output {
  out: string;
  err: string;
}

const running = new AsyncLocalStorage<Output>();
let commands = 0;
let putBack: () => void = () => undefined;

/**
 * Runs the command line in this process, over the built threads. It skips the start of a program, which takes
 * as long as most commands. Parallel commands share the variables of the first.
 */
export async function runCommandHere(
  argv: readonly string[],
  { folder, key, environment = {}, interrupt }: Omit<CommandOptions, 'input' | 'signal'>,
): Promise<Outcome> {
  const output = { out: '', err: '' };
  const stop = new Stop();
  if (commands === 0)
    putBack = change({ ...(key === undefined ? {} : { RWA_API_KEY: key }), ...environment });
  commands += 1;
  try {
    void interrupt?.(() => output.err).then(() => {
      stop.by('SIGINT');
    });
    const code = await running.run(output, () =>
      runCommandLine({
        argv: [...argv, '--user-data-dir', folder],
        version: '0.0.0',
        entryUrl: builtEntryUrl,
        transport: () => Promise.resolve((url, init) => fetch(url, init)),
        stop,
      }),
    );
    return { code, out: output.out, err: withoutProgress(output.err) };
  } finally {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(name, stop.by);
    commands -= 1;
    if (commands === 0) putBack();
  }
}

/** Captures output and sets variables during a command. Returns a function that undoes both. */
function change(environment: NonNullable<CommandOptions['environment']>): () => void {
  const before = { ...process.env };
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  };
  for (const [name, value] of Object.entries(environment)) set(name, value);
  const { write: writeOut } = process.stdout;
  const { write: writeErr } = process.stderr;
  process.stdout.write = kept('out', writeOut.bind(process.stdout));
  process.stderr.write = kept('err', writeErr.bind(process.stderr));
  return () => {
    for (const name of Object.keys(environment)) set(name, before[name]);
    process.stdout.write = writeOut;
    process.stderr.write = writeErr;
  };
}

type Write = (text: string | Uint8Array) => boolean;

function kept(name: keyof Output, write: Write): Write {
  return (text) => {
    const output = running.getStore();
    if (output === undefined) return write(text);
    output[name] += typeof text === 'string' ? text : new TextDecoder().decode(text);
    return true;
  };
}
