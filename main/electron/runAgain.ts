import { spawn } from 'node:child_process';
import { app } from 'electron';
import { exitCodeOfSignal } from '../cli/stop.ts';

/**
 * Runs this program with other arguments in place of this run, forwards signals, and exits with its code.
 * Electron waits for a module that awaits it, and looks for no display before (`JoinAppCode` in its
 * `node_bindings.cc`).
 */
export async function runAgain(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  // A signal ends the child, whose exit ends this process.
  app.on('before-quit', (event) => event.preventDefault());
  const ended = Promise.withResolvers<number>();
  child.once('exit', (code, signal) =>
    ended.resolve(code ?? (signal === null ? 1 : exitCodeOfSignal(signal))),
  );
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    ended.resolve(1);
  });
  app.exit(await ended.promise);
}
