import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { commandLine } from './built.ts';
import { endWithThisProcess } from './childProcess.ts';
import { sharedDataFolder } from './sharedData.ts';

const readySchema = z.object({ listening: z.string(), key: z.string() });

/** The sample data service as a program, started by `serve-sample`. */
export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
}

/** Starts the service on a free port. A read-only one shares its data with others of the run. */
export async function startServiceProcess(...options: string[]): Promise<ServiceProcess> {
  const hasOwnData = options.includes('--cache') || options.includes('--live');
  const shared = hasOwnData ? null : sharedDataFolder(options);
  const cache = shared === null ? [] : ['--cache', shared];
  const child = spawn(process.execPath, [commandLine, 'serve-sample', '--port', '0', ...cache, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThisProcess(child);
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    ended.then(([code]) => {
      throw new Error(`The sample service ended with ${String(code)} before it listened.`);
    }),
  ]);
  const { listening, key } = readySchema.parse(JSON.parse(line));
  return {
    url: listening,
    key,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
