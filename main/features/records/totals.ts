import type { TotalsAnswer, TotalsRequest } from '../../../preload/contract/totals.ts';
import type { CacheStore } from '../../store/store.ts';
import { localSource } from './coverage.ts';
import type { RecordReader } from './recordReader.ts';

/** Sends no request. Throws `bad-query` or `canceled`. */
export async function totalRecords(
  { provenance }: Pick<RecordReader, 'provenance'>,
  cache: Pick<CacheStore, 'readTotals'>,
  request: TotalsRequest,
  signal?: AbortSignal,
): Promise<TotalsAnswer> {
  const { read, ...totals } = await cache.readTotals(request, signal);
  return { ...totals, provenance: provenance(localSource(request.resource, request.query, read)) };
}
