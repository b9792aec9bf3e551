import { FailureError } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { limitedEndpoint } from '../../data-service/assumptions.ts';
import { recordRequest } from '../../data-service/client.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { RequestContext, RequestOptions } from './requestContext.ts';
import { noted } from './listRecords.ts';
import { nothingCached, questionIsWrong, reasonOf } from './refusals.ts';

export interface RecordAnswer {
  readonly record: ResourceRecord;
  readonly provenance: Provenance;
}

/** One record: from the cache where it is there and fresh, refreshed behind where it is stale, else from the service. */
export async function readRecord(
  context: RequestContext,
  resource: ResourceName,
  id: string | number,
  { refresh = false, signal }: RequestOptions,
): Promise<RecordAnswer> {
  const { client, cache, now, refreshes } = context;
  const key = String(id);
  const stored = await cache.readRecord({ resource, id });

  async function fetchRecord(caller?: AbortSignal): Promise<RecordAnswer> {
    const { record, notes } = await client.record(resource, id, { signal: caller });
    const entry = { record, fetchedAt: now(), request: recordRequest(resource, id) };
    await cache.writeRecord({ resource, ...entry });
    return answerOf(context, { ...entry, notes }, 'service');
  }

  if (context.offline()) {
    if (stored !== null) return answerOf(context, stored, 'cache');
    throw new FailureError(nothingCached(resource));
  }
  if (stored !== null && !refresh) {
    // A settled transaction does not change, and looking it up again would spend the hourly budget.
    if (context.isFresh(stored.fetchedAt) || resources[resource].path === limitedEndpoint)
      return answerOf(context, stored, 'cache');
    const failed = refreshes.recentFailure(`${resource} ${key}`);
    if (failed !== null) return answerOf(context, stored, 'cache', reasonOf(failed));
    context.refreshBehind(resource, key, () => fetchRecord());
    return answerOf(context, stored, 'cache');
  }
  try {
    return await fetchRecord(signal);
  } catch (error) {
    if (stored === null || !(error instanceof FailureError) || questionIsWrong.has(error.failure.code))
      throw error;
    return answerOf(context, stored, 'cache', reasonOf(error.failure));
  }
}

function answerOf(
  { provenance }: RequestContext,
  { record, fetchedAt, request, notes = [] }: StoredRecord & { notes?: readonly string[] },
  source: 'service' | 'cache',
  reason?: string,
): RecordAnswer {
  return {
    record,
    provenance: provenance(
      { source, fetchedAt, request, coverage: { kind: 'answer' }, ...noted(notes) },
      reason,
    ),
  };
}
