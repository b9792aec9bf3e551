import { checksumOf } from '../query/damage.ts';

/** A row of the table of pages, without the time of its last use. */
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

/** The checksum by which a page is known to be as it was stored. */
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
