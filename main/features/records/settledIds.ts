import type { RecordList } from '../../../preload/contract/bridge.ts';

type Id = string | number;

/**
 * Of ids requested from the service, those whose fate its answer tells: all of them where it has one page, else those that came.
 * None where the service did not answer the query.
 */
export function settledIds(
  ids: readonly Id[],
  { records, pagination }: Pick<RecordList, 'records' | 'pagination'>,
): readonly Id[] {
  if (pagination.pageCount <= 1) return ids;
  const came = new Set(records.map(({ id }) => String(id)));
  return ids.filter((id) => came.has(String(id)));
}
