import { EventEmitter } from 'node:events';
import { FailureError, errorText } from '../../preload/contract/failures.ts';
import type { Policy } from '../../preload/contract/policy.ts';
import type { AppEvents } from '../platform/appEvents.ts';
import { refuseSampleData } from '../platform/policy/enforce.ts';
import { openKeyStore } from '../platform/keychain/keyStore.ts';
import { readPolicy } from '../platform/policy/policyFile.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import type { Transport } from '../data-service/transport.ts';
import { workerUrls } from '../workers.ts';
import { readArguments } from './arguments.ts';
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { endWaits, plainLine, remark } from './output.ts';
import { withQueryText } from './readInput.ts';
import type { ServiceTask } from './runTask.ts';
import { Stop } from './stop.ts';
import { openCommandLineKeys, readGivenKey, type GivenKey } from './source.ts';
import { userDataFolderOf } from './userDataFolder.ts';

export interface CommandLineOptions {
  readonly argv: readonly string[];
  readonly version: string;
  readonly entryUrl: string;
  readonly transport: () => Promise<Transport>;
  readonly stop?: Stop;
  readonly applyProxy?: ServicesOptions['applyProxy'];
  readonly startProcess?: ServicesOptions['startProcess'];
}

export async function runCommandLine(options: CommandLineOptions): Promise<number> {
  const { stop = new Stop() } = options;
  endWaits(stop.signal);
  const code = await codeOf(options, stop);
  return stop.exitCode ?? code;
}

async function codeOf(options: CommandLineOptions, stop: Stop): Promise<ExitCode> {
  try {
    return await run(options, stop);
  } catch (error) {
    process.stderr.write(`${plainLine(wordsOf(error))}\n`);
    if (error instanceof FailureError) return exitCodeOf(error.failure.code);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

async function run(options: CommandLineOptions, stop: Stop): Promise<ExitCode> {
  const { signal } = stop;
  refuseGoneFolder();
  const commandLine = readArguments(await withQueryText(options.argv), options.version);
  if (commandLine.command === 'text') {
    process.stdout.write(commandLine.text);
    return exitCodes.done;
  }
  const { task } = commandLine;
  // Each command loads its own code.
  if (task.do === 'verify') {
    const { runVerify } = await import('./runVerify.ts');
    return runVerify(task, { workerUrl: workerUrls(options.entryUrl).export, signal });
  }
  if (task.do === 'sql-views') return (await import('./runSql.ts')).listSqlViews(task);
  const policy = readPolicy(options.entryUrl);
  if (task.do === 'serve-sample') {
    refuseSampleData(policy);
    const { serveSample } = await import('./serveSample.ts');
    // Electron starts utility processes only once it is ready.
    await options.transport();
    return serveSample(task, {
      processUrl: workerUrls(options.entryUrl).sample,
      startProcess: options.startProcess,
      signal,
    });
  }
  if (task.do === 'restore') {
    const userDataFolder = userDataFolderOf(task);
    const { runRestore } = await import('./runRestore.ts');
    return runRestore(task, { userDataFolder, workerUrl: workerUrls(options.entryUrl).store });
  }
  return withServices(task, policy, options, stop);
}

/** @throws UsageError if the working folder is gone: paths and child processes need it */
function refuseGoneFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new UsageError(
      'The current folder no longer exists. Change to another folder, then run the command again.',
    );
  }
}

async function withServices(
  task: ServiceTask,
  policy: Policy,
  { entryUrl, transport, applyProxy, startProcess }: CommandLineOptions,
  { signal, closes }: Stop,
): Promise<ExitCode> {
  const given = await readGivenKey(task.keyFile);
  // These always use the keychain.
  const ownKey = task.do === 'key-set' || task.do === 'key-clear' ? null : given;
  const [{ createServices }, { runTask }] = await Promise.all([
    import('../services.ts'),
    import('./runTask.ts'),
  ]);
  const events: AppEvents = new EventEmitter();
  const services = await createServices({
    events,
    userDataFolder: userDataFolderOf(task),
    workers: workerUrls(entryUrl),
    transport: sayingWhereTo(await transport(), given),
    ...(applyProxy === undefined ? {} : { applyProxy }),
    ...(startProcess === undefined ? {} : { startProcess }),
    openKeyStore: () =>
      openCommandLineKeys(ownKey, task.do === 'schedule-run' ? (task.baseUrl ?? policy.baseUrl) : undefined),
    openSecretStore: () => openKeyStore(),
    policy,
    inProcess: true,
    ...(task.offline ? { offline: true } : {}),
    ...(task.rate === undefined ? {} : { transactionsPerHour: task.rate }),
  });
  try {
    return await runTask(task, { services, hasKey: given !== null, signal, events });
  } finally {
    closes();
    for (const notice of services.store.notices) remark(notice);
    await services.close();
  }
}

/** Announces once where the given key goes. */
function sayingWhereTo(send: Transport, given: GivenKey | null): Transport {
  let isSaid = false;
  return (url, init) => {
    if (!isSaid && given !== null && init.headers['authorization'] === `Bearer ${given.text}`) {
      isSaid = true;
      remark(`The key in ${given.from} is sent to ${new URL(url).origin}.`);
    }
    return send(url, init);
  };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof FailureError)) return errorText(error);
  const { code, message, detail, retryAt } = error.failure;
  const isOfService = code === 'rate-limited' || code === 'service-error';
  const from =
    retryAt === undefined || !isOfService ? '' : `Available from ${new Date(retryAt).toISOString()}.`;
  const how = code === 'many-removed' ? 'To accept them, run rwa-explorer sync with --accept-removals.' : '';
  return [message, from, how, detail].filter(Boolean).join(' ');
}
