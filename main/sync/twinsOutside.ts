import { counted } from '../../preload/contract/counted.ts';
import { FailureError, hasCode } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { readFeedId } from '../../preload/contract/twins.ts';
import { storeAnswer, type Run } from './run.ts';

/** Hashes in a request. Each has two records or more; a page has a thousand. */
const hashesAtOnce = 100;

/**
 * Requests the owners’ records of transfers whose filtered list has only the token account’s. Takes one
 * request, if the limit has one left. Rule: service notes, "Records".
 * @returns what stays open, in a sentence; empty if nothing does
 */
export async function requestTwins(run: Run): Promise<string> {
  const { resource, filter } = run.subject;
  if (resource !== 'transactions' || filter === undefined) return '';
  const ids = await run.cache.syncs.listAlone({ filter, limit: hashesAtOnce });
  const hashes = [...new Set(ids.flatMap((id) => readFeedId(id)?.hash ?? []))];
  if (hashes.length === 0) return '';
  const query: Query = {
    filter: { operator: 'in', field: 'transaction_hash', value: hashes },
    pagination: { page: 1, perPage: 1000 },
  };
  try {
    const { signal } = run.control;
    const body = await run.client.list(resource, query, { signal, purpose: 'background', isUncached: true });
    await storeAnswer(run, query, body?.bytes ?? new Uint8Array());
    return '';
  } catch (error) {
    if (hasCode(error, 'canceled') || !(error instanceof FailureError)) throw error;
    return `The second records of ${counted(hashes.length, 'transfer')} were not to be had: ${error.failure.message}`;
  }
}
