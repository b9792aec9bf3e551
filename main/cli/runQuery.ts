import type { RecordList } from '../../preload/contract/bridge.ts';
import { mayLack } from '../../preload/contract/completeness.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { wholeRecords, type ResourceRecord } from '../../preload/contract/recordsText.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { resources } from '../../preload/contract/resources.ts';
import { maxPerPage } from '../data-service/assumptions.ts';
import { namesComputed, serviceFilter } from '../../preload/contract/query.ts';
import type { WholeList } from '../sync/wholeList.ts';
import { localCoverage } from '../features/records/coverage.ts';
import type { RecordReader } from '../features/records/recordReader.ts';
import { throwNothingCached } from '../data-service/refusals.ts';
import { openCacheScan, type CacheScan } from '../store/cache/reading/cacheScan.ts';
import type { Services } from '../services.ts';
import { fetchOptions } from './answerOptions.ts';
import { remarksOn } from './remarks.ts';
import { exportColumns } from '../features/exports/exportColumns.ts';
import { guardedText, leftOutText } from '../features/exports/preparedExport.ts';
import { writeWholeFile } from '../features/exports/wholeFile.ts';
import { resolveNames } from './computedNames.ts';
import { refuseToReplace } from './freeFile.ts';
import { printText, remark, sayCut } from './output.ts';
import { refuseStandardOutput } from './outputTable.ts';
import { withProgress } from './progress.ts';
import type { Block, RecordOutput } from './recordOutput.ts';
import type { QueryTask } from './commands/records.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

type Answer = Pick<RecordList, 'provenance'> & {
  readonly records: readonly ResourceRecord[];
  /** Records that determine the columns, if these are a part. */
  readonly ahead?: Iterable<ResourceRecord>;
};
type Write = (block: Block) => Promise<void>;

/** Writes records, and their source to standard error. `partial`: incomplete, or a refresh failed. */
export async function runQuery(
  services: Services,
  connectionId: string,
  command: QueryTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  if (command.out === undefined) refuseStandardOutput(command.format);
  else if (!command.force) refuseToReplace(command.out);
  const recordReader = await services.recordReader(connectionId);
  const computed = await services.computedColumns.of(command.resource);
  const columns = resolveNames(command.columns, computed, command.resource);
  let provenance: Provenance | undefined;
  let output: RecordOutput | undefined;
  const work = async (write: Write): Promise<void> => {
    const lists = command.all
      ? everyRecord(services, connectionId, command, signal)
      : onePage(recordReader, command, signal);
    for (let step = await lists.next(); ; step = await lists.next()) {
      if (step.done === true) {
        for (const block of output?.end() ?? []) await write(block);
        return;
      }
      const { records, ahead = records } = step.value;
      ({ provenance } = step.value);
      output ??= (await import('./recordOutput.ts')).openRecordOutput(
        command,
        ahead,
        exportColumns(command.resource, columns, computed),
      );
      for (const block of output.of(records)) await write(block);
    }
  };
  if (command.out === undefined) await work((block) => printText(String(block)));
  else await writeWholeFile(command.out, work, { signal });

  for (const sentence of provenance === undefined ? [] : remarksOn(provenance)) remark(sentence);
  const leftOut = output?.leftOut() ?? [];
  if (leftOut.length > 0) {
    remark(
      `Fields that appeared after the header row are left out: ${leftOut.join(', ')}. \`export\` and --format jsonl have them.`,
    );
  }
  const valuesLeftOut = output?.counts.leftOut() ?? 0;
  if (valuesLeftOut > 0) remark(leftOutText(command, valuesLeftOut));
  const guarded = output?.counts.guarded() ?? 0;
  if (guarded > 0) remark(guardedText(guarded));
  const isPartial =
    leftOut.length > 0 ||
    (provenance !== undefined && (mayLack(provenance) || provenance.staleReason !== undefined));
  return isPartial ? exitCodes.partial : exitCodes.done;
}

/** Refreshes a stale page first. */
async function* onePage(
  recordReader: RecordReader,
  task: QueryTask,
  signal: AbortSignal,
): AsyncGenerator<Answer, void> {
  const { resource, query } = task;
  const options = fetchOptions(task, signal);
  const answer = await recordReader.list(resource, query, options);
  yield { ...answer, records: wholeRecords({ ...options, query }, answer) };
  sayCut(answer.records.length, answer.pagination, 'records; --all for the rest');
  const { page, perPage } = answer.pagination;
  const asked = query.pagination?.perPage ?? perPage;
  if (page > 1 && perPage < asked)
    remark(
      `The service serves ${perPage.toLocaleString('en')} records a page, not ${asked.toLocaleString('en')}: this is page ${page.toLocaleString('en')} of those.`,
    );
}

/** Syncs unless offline, then reads all records from one state of the cache. */
async function* everyRecord(
  services: Services,
  connectionId: string,
  { resource, query, offline }: QueryTask,
  signal: AbortSignal,
): AsyncGenerator<Answer, void> {
  const [recordReader, { cache }] = await Promise.all([
    services.recordReader(connectionId),
    services.connections.open(connectionId),
  ]);
  const isLocal = offline || services.readSettings().workOffline || namesComputed(query);
  const whole = isLocal ? null : await fetchWhole(services, connectionId, { resource, query }, signal);
  const { pagination: _, ...asked } = await services.computedColumns.define(resource, query);
  const sort = asked.sort ?? ({ field: 'id', direction: 'asc' } as const);
  const read = { ...asked, sort, ...(whole === null ? {} : { filter: whole.filter }) };
  const isShort = whole !== null && whole.shortfalls.length > 0;
  const completeness = isShort
    ? { completeAsOf: null }
    : await cache.readCompleteness({ resource, query: read });
  const { completeAsOf } = completeness;
  const scan = openCacheScan(cache.path, resource, read);
  try {
    const { all: cachedRecords, ...lacking } = scan.coverage();
    // After a sync, the service has decided which records match.
    const missingFields = whole === null ? lacking.missingFields : [];
    if (cachedRecords === 0 && completeAsOf === null && whole === null) throwNothingCached(resource);
    const isNamed = whole?.mark === null && !isShort;
    const provenance = recordReader.provenance({
      source: whole === null ? 'local' : 'service',
      fetchedAt: completeAsOf ?? scan.fetchSpan().first,
      request: '',
      ...(isNamed ? {} : { coverage: localCoverage({ ...completeness, cachedRecords, missingFields }) }),
    });
    const ahead = aheadIn(scan);
    for (let block = 0; block < scan.blocks; block += 1) {
      if (signal.aborted) throw new FailureError(canceled);
      yield { records: scan.records(block), ahead, provenance };
    }
    if (scan.blocks === 0) yield { records: [], provenance };
  } finally {
    scan.close();
  }
  for (const sentence of whole?.notes ?? []) remark(sentence);
}

/** Reads a full page again: records are too large to keep. */
function* aheadIn({ blocks, records }: CacheScan): Generator<ResourceRecord> {
  for (let block = 0, read = 0; block < blocks && read < maxPerPage; block += 1) {
    const found = records(block);
    read += found.length;
    yield* found;
  }
}

const canceled = { code: 'canceled', message: 'The query was canceled.' } as const;

async function fetchWhole(
  services: Services,
  connectionId: string,
  { resource, query }: Pick<QueryTask, 'resource' | 'query'>,
  signal: AbortSignal,
): Promise<WholeList> {
  const { run } = await services.syncs(connectionId);
  const title = `All ${resources[resource].label.toLowerCase()}`;
  const subject = { resource, filter: serviceFilter(query.filter) };
  return withProgress(signal, (control) => run(subject, title, control));
}
