import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../preload/contract/failures.ts';
import { readArguments } from './cli/arguments.ts';
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from './cli/exitCodes.ts';
import { plainLine } from './cli/output.ts';
import { runTask, runVerify, type RoomTask } from './cli/runTask.ts';
import { serveSample } from './cli/serveSample.ts';
import { keyVariable, openCommandLineKeys } from './cli/source.ts';
import { defaultUserDataFolder } from './cli/userDataFolder.ts';
import { openRooms } from './rooms.ts';
import { workerUrls } from './workers.ts';

/** The command line's entry point: the same rooms as the window, without a window. */
async function main(): Promise<ExitCode> {
  const commandLine = readArguments(process.argv.slice(2), readVersion());
  if (commandLine.command === 'text') {
    process.stdout.write(commandLine.text);
    return exitCodes.done;
  }
  const { task } = commandLine;
  if (task.do === 'verify') return runVerify(task);
  if (task.do === 'serve-sample') return serveSample(task.args, workerUrls(import.meta.url).sample);
  return inRooms(task);
}

async function inRooms(task: RoomTask): Promise<ExitCode> {
  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort();
  });
  const environmentKey = process.env[keyVariable];
  // A key that is stored or removed is that of the keychain, whatever the environment holds.
  const ownKey = task.do === 'key-set' || task.do === 'key-clear' ? undefined : environmentKey;
  const rooms = await openRooms({
    userDataFolder: resolve(task.userDataDir ?? defaultUserDataFolder()),
    workers: workerUrls(import.meta.url),
    transport: (url, init) => fetch(url, init),
    openKeyStore: () => openCommandLineKeys(ownKey),
    ...(task.offline ? { offline: true } : {}),
  });
  try {
    const hasKey = environmentKey !== undefined && environmentKey !== '';
    return await runTask(task, { rooms, hasKey, signal: stop.signal });
  } finally {
    await rooms.close();
  }
}

/** `package.json` lies one folder above the sources, and two above the bundles. */
function readVersion(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  const text = readFileSync(new URL(folder, import.meta.url), 'utf8');
  return z.looseObject({ version: z.string() }).parse(JSON.parse(text)).version;
}

// A reader such as `head` that has seen enough closes the pipe: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.fault);
});

try {
  process.exitCode = await main();
} catch (error) {
  const isFailure = error instanceof FailureError;
  const words = isFailure
    ? [error.failure.message, error.failure.detail].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`${plainLine(words)}\n`);
  process.exitCode = isFailure
    ? exitCodeOf(error.failure.code)
    : error instanceof UsageError
      ? exitCodes.usage
      : exitCodes.fault;
}
