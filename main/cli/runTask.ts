import { apiKeySchema } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { metadataNote } from '../../preload/contract/metadata.ts';
import { resolveMovingDates } from '../../preload/contract/movingDates.ts';
import { resourceNames, resources } from '../../preload/contract/resources.ts';
import type { Services } from '../services.ts';
import { fetchOptions, refuseFreshOffline } from './answerOptions.ts';
import { computedLine } from './computedNames.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { withProgress } from './progress.ts';
import { readSecret } from './readInput.ts';
import { fromCacheText, remarksOn } from './remarks.ts';
import { chooseConnection, readKeyFile, type TaskEnvironment } from './source.ts';
import type { KeyTask, RestoreTask, SampleTask } from './commands/local.ts';
import type { RecordTask, SyncTask } from './commands/records.ts';
import type { SqlViewsTask } from './commands/sql.ts';
import type { Task } from './arguments.ts';
import type { VerifyTask } from './commands/exports.ts';
import { serviceFilter } from '../../preload/contract/query.ts';

export type ServiceTask = Exclude<Task, SampleTask | SqlViewsTask | VerifyTask | RestoreTask>;

export async function runTask(asked: ServiceTask, environment: TaskEnvironment): Promise<ExitCode> {
  const task = await withListsOf(asked);
  const { services, hasKey, signal } = environment;
  if ('fresh' in task) refuseFreshOffline(task, services.readSettings());
  if (task.do === 'key-set') return setKey(services, task);
  if (
    task.do === 'schedule-list' ||
    task.do === 'schedule-run' ||
    task.do === 'schedule-add' ||
    task.do === 'schedule-edit' ||
    task.do === 'schedule-remove'
  )
    return (await import('./runSchedule.ts')).runScheduleTask(task, environment);
  const connectionId = await chooseConnection(services.connections, { baseUrl: task.baseUrl, hasKey });
  switch (task.do) {
    case 'query':
      return (await import('./runQuery.ts')).runQuery(services, connectionId, task, signal);
    case 'record':
      return runRecord(services, connectionId, task, signal);
    case 'meta': {
      const recordReader = await services.recordReader(connectionId);
      const begun = Date.now();
      const metadata = await recordReader.describe(task.resource, { signal, refresh: task.fresh });
      for (const field of metadata.fields) await print(field);
      for (const column of await services.computedColumns.of(task.resource))
        await print(computedLine(column));
      const note = metadataNote(metadata);
      if (note !== null) remark(note);
      else if (metadata.fetchedAt !== null && metadata.fetchedAt < begun)
        remark(fromCacheText(metadata.fetchedAt));
      for (const inAnswer of metadata.notes ?? []) remark(inAnswer);
      return note === null ? exitCodes.done : exitCodes.partial;
    }
    case 'search':
      return (await import('./runSearch.ts')).runSearch(services, connectionId, task, signal);
    case 'aggregate':
    case 'timeseries':
      return (await import('./runExport.ts')).runFigureTask(services, connectionId, task, signal);
    case 'export':
      return (await import('./runExport.ts')).runExportTask(services, connectionId, task, signal);
    case 'sql':
      return (await import('./runSql.ts')).runSqlTask(services, connectionId, task, signal);
    case 'cache-info':
      return showCache(services, connectionId);
    case 'cache-open':
      return (await import('./cacheOpen.ts')).showHowToOpen(services, connectionId);
    case 'cache-clear':
      await services.caches.clear(connectionId);
      remark('The cache is empty.');
      return exitCodes.done;
    case 'sync':
      return runSync(services, connectionId, task, signal);
    case 'mirror':
      return (await import('./runMirror.ts')).runMirrorTask(services, connectionId, task, signal);
    case 'watch-check':
      return (await import('./runWatch.ts')).runWatchCheck(services, connectionId, task, signal);
    case 'key-clear':
      await services.connections.forgetKey(connectionId);
      return exitCodes.done;
    case 'key-status': {
      const { present, where, lastFour, keychainProblem } =
        await services.connections.keyStatus(connectionId);
      await print({ connection: connectionId, present, where, lastFour, problem: keychainProblem ?? null });
      return present ? exitCodes.done : exitCodes.key;
    }
    default:
      return unanswered(task.do);
  }
}

/** The compiler rejects a command without a case. */
function unanswered(command: never): never {
  throw new Error(`runTask has no answer for the command ${String(command)}.`);
}

async function withListsOf(task: ServiceTask): Promise<ServiceTask> {
  if (!('in' in task) || (task.wallets === undefined && task.in.length === 0)) return task;
  const [{ narrowedToFiles }, { readInput }] = await Promise.all([
    import('../features/watchlists/walletImport/valueFiles.ts'),
    import('./readInput.ts'),
  ]);
  const reader = { text: readInput, say: remark };
  return { ...task, query: await narrowedToFiles(task.resource, task.query, task, reader) };
}

async function runRecord(
  services: Services,
  connectionId: string,
  task: RecordTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const recordReader = await services.recordReader(connectionId);
  const { record, provenance } = await recordReader.record(
    task.resource,
    task.id,
    fetchOptions(task, signal),
  );
  await print(record);
  for (const sentence of remarksOn(provenance)) remark(sentence);
  return provenance.staleReason === undefined ? exitCodes.done : exitCodes.partial;
}

async function showCache(services: Services, connectionId: string): Promise<ExitCode> {
  const { cache } = await services.connections.open(connectionId);
  const { bytes, records } = await cache.readContents();
  for (const resource of resourceNames)
    await print({ resource, records: records.find((one) => one.resource === resource)?.count ?? 0 });
  await print({ path: cache.path, bytes });
  return exitCodes.done;
}

/** A key is never an argument: other programs and the shell's history see those. */
async function setKey(services: Services, { baseUrl, keyFile }: KeyTask): Promise<ExitCode> {
  const typed = keyFile === undefined ? await readSecret('API key: ') : await readKeyFile(keyFile);
  const parsed = apiKeySchema.safeParse(typed.trim());
  if (!parsed.success)
    throw new UsageError(`That is not an API key. ${parsed.error.issues[0]?.message ?? ''}`.trim());
  const connection = await services.connections.connect(baseUrl ?? services.connections.baseUrl, parsed.data);
  const status = await services.connections.keyStatus(connection.id);
  if (status.where === 'keychain') {
    remark(`The key for ${connection.baseUrl} is in the keychain.`);
    return exitCodes.done;
  }
  throw new FailureError({
    code: 'storage',
    message:
      'The service accepted the key, but it could not be stored. Use --key-file or RWA_API_KEY instead.',
    ...(status.keychainProblem === undefined ? {} : { detail: status.keychainProblem }),
  });
}

/** @throws FailureError if it fails or is stopped; the next sync continues */
async function runSync(
  services: Services,
  connectionId: string,
  { resource, query, acceptRemovals }: SyncTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { run } = await services.syncs(connectionId);
  const { filter } = resolveMovingDates(query, Date.now());
  const subject = { resource, filter: serviceFilter(filter) };
  const title = `The sync of ${resources[resource].label.toLowerCase()}`;
  const whole = await withProgress(signal, (control) => run(subject, title, control, acceptRemovals));
  if (whole.mark === null) throw new FailureError(whole.failure);
  await print({ resource, state: 'done', records: whole.mark.count });
  for (const sentence of whole.notes) remark(sentence);
  return whole.mark.leftOut.count === 0 ? exitCodes.done : exitCodes.partial;
}
