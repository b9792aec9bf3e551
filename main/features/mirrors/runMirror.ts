import { dayMs, dayOf } from '../../../preload/contract/days.ts';
import { hasCode } from '../../../preload/contract/failures.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import { isDated, type MirrorAddress } from '../../../preload/contract/mirrors.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { startThread } from '../../platform/threads/thread.ts';
import { viewName } from '../../store/records/resourceViews.ts';
import type { CacheStore } from '../../store/store.ts';
import type { JobControl } from '../../jobs/jobs.ts';
import type { Descriptions } from '../metadata/describe.ts';
import type { ReadWhole, WholeList } from '../../sync/wholeList.ts';
import { describedFields, sinceDay } from './mirrorTable.ts';
import { limits as statementLimits, stoppedBy, withPostgres } from './postgres/connect.ts';
import { readState } from './postgres/state.ts';
import { findService, findTable } from './postgres/tables.ts';
import type { CopyResult } from './thread/copyRecords.ts';
import type { CopyProgress, MirrorCalls } from './thread/worker.ts';

export interface MirrorSource {
  readonly connection: Connection;
  readonly cache: CacheStore;
  readonly sync: ReadWhole;
  readonly describe: Descriptions['describe'];
}

export interface MirrorOrder {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
  readonly address: MirrorAddress;
  readonly password?: string | undefined;
  readonly days: number;
  readonly everything?: boolean;
  readonly acceptRemovals?: boolean;
  readonly title: string;
}

export interface MirrorResult extends CopyResult {
  /** The first day of the compared records; null if all were compared. */
  readonly since: string | null;
}

const limits = { maxOldGenerationSizeMb: 512 };

/**
 * Updates a target: syncs the subject, or the latest days of transactions, then copies the differences.
 * @throws FailureError if a record cannot be fetched or stored; the target is unchanged
 */
export async function runMirror(
  source: MirrorSource,
  { workerUrl, now }: { readonly workerUrl: URL; readonly now: () => number },
  order: MirrorOrder,
  control: JobControl,
): Promise<MirrorResult> {
  const { connection, cache } = source;
  const { resource, filter, address, password, acceptRemovals = false } = order;
  // The sample data service has another address at each start.
  const baseUrl = connection.sample ? 'sample data' : connection.baseUrl;
  const sourceName = canonicalJson({ baseUrl, resource, filter: filter ?? null });
  const throwIfStopped = stoppedBy(control.signal);
  // Checks the target before any request.
  const name = viewName(resource);
  const stored = await withPostgres(
    { address, password, throwIfStopped, most: statementLimits.look },
    async (session) =>
      (await findService(session, address.schema, baseUrl)) !== null &&
      (await findTable(session, address.schema, name))
        ? readState(session, address.schema, name, sourceName)
        : null,
  );
  const from = await firstDay(source, order, { stored: stored?.asOf ?? null, now: now() });
  const described = describedFields(
    resource,
    (await source.describe(resource, { signal: control.signal })).fields,
  );
  const startedAt = now();
  const { whole, note } = await fetch(source, order, from, control);
  control.update({ done: 0, total: null });
  const thread = startThread<MirrorCalls>(workerUrl, {
    name: 'mirror',
    limits,
    signal: control.signal,
    onNotice(notice) {
      if (isProgress(notice)) control.update(notice);
    },
  });
  try {
    const mark = whole?.mark ?? null;
    const result = await thread.call('copy', {
      address,
      password,
      database: cache.path,
      resource,
      filter: mark === null && whole !== null ? whole.filter : filter,
      from,
      hasAll: stored === null,
      complete: whole !== null && whole.shortfalls.length === 0 && (mark?.leftOut.count ?? 0) === 0,
      acceptRemovals,
      state: { version: 1, source: sourceName, asOf: mark?.asOf ?? startedAt },
      described,
      service: baseUrl,
      now: now(),
    });
    const notes = [...(note === null ? [] : [note]), ...(whole?.notes ?? []), ...result.notes];
    return { ...result, since: from, notes };
  } finally {
    await thread.end();
  }
}

async function firstDay(
  { cache }: MirrorSource,
  { resource, filter, days, everything = false }: MirrorOrder,
  { stored, now }: { stored: number | null; now: number },
): Promise<string | null> {
  if (!isDated(resource) || everything) return null;
  const query = filter === undefined ? {} : { filter };
  const asOf = stored ?? (await cache.completeAsOf({ resource, query }));
  // Ignores a run from the future.
  return asOf === null || asOf > now ? null : dayOf(asOf - days * dayMs);
}

/** If many records are missing, the cache has both the fetched and the earlier ones. */
async function fetch(
  { sync }: MirrorSource,
  { resource, filter, title, acceptRemovals = false }: MirrorOrder,
  from: string | null,
  control: JobControl,
): Promise<{ whole: WholeList | null; note: string | null }> {
  const both = sinceDay(filter, from);
  try {
    return { whole: await sync({ resource, filter: both }, title, control, acceptRemovals), note: null };
  } catch (error) {
    if (!hasCode(error, 'many-removed')) throw error;
    return {
      whole: null,
      note: `${error.failure.message} To accept them, run rwa-explorer mirror with --accept-removals.`,
    };
  }
}

function isProgress(notice: unknown): notice is CopyProgress {
  return typeof notice === 'object' && notice !== null && 'done' in notice;
}
