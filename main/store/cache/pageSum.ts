import { checksumOf } from '../query/damage.ts';

interface PageRow {
  readonly resource: string;
  readonly query: string;
  readonly fetch: number;
  readonly records: string;
  readonly pagination: string;
  readonly applied: string;
  readonly notes: string;
  readonly etag: string | null;
}

export function pageSum({
  resource,
  query,
  fetch,
  records,
  pagination,
  applied,
  notes,
  etag,
}: PageRow): number {
  return checksumOf([resource, query, fetch, records, pagination, applied, notes, etag]);
}
