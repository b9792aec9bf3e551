import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../preload/contract/failures.ts';
import { readArguments, type QueryCommand } from './cli/arguments.ts';
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from './cli/exitCodes.ts';
import { runQuery } from './cli/runQuery.ts';
import { chooseConnection, keyVariable, openCommandLineKeys } from './cli/source.ts';
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
  return query(commandLine.query);
}

async function query(command: QueryCommand): Promise<ExitCode> {
  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort();
  });
  const environmentKey = process.env[keyVariable];
  const rooms = await openRooms({
    userDataFolder: resolve(command.userDataDir ?? defaultUserDataFolder()),
    workers: workerUrls(import.meta.url),
    transport: (url, init) => fetch(url, init),
    openKeyStore: () => openCommandLineKeys(environmentKey),
    ...(command.offline ? { offline: true } : {}),
  });
  try {
    const hasKey = environmentKey !== undefined && environmentKey !== '';
    const connectionId = await chooseConnection(rooms.connections, { baseUrl: command.baseUrl, hasKey });
    const explorer = await rooms.explorer(connectionId);
    return await runQuery(explorer, command, stop.signal);
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

try {
  process.exitCode = await main();
} catch (error) {
  const isFailure = error instanceof FailureError;
  const words = isFailure
    ? [error.failure.message, error.failure.detail].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`${words.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exitCode = isFailure
    ? exitCodeOf(error.failure.code)
    : error instanceof UsageError
      ? exitCodes.usage
      : exitCodes.fault;
}
