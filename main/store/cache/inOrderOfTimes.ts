import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';

/** Returns a page that came in the order of `date` with the records of each day in the order of `timestamp`, and a note that says so. */
export function inOrderOfTimes<Page extends { records: ResourceRecord[]; notes: readonly string[] }>(
  page: Page,
  { sort }: Query,
): Page {
  const sign = sort?.direction === 'asc' ? 1 : -1;
  // As ISO 8601 in one zone, texts are in the order of their moments; both values missing, a record stays where it is.
  const textOf = ({ date, timestamp }: ResourceRecord): string => `${String(date)} ${String(timestamp)}`;
  const compare = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0);
  return {
    ...page,
    records: page.records.toSorted((a, b) => compare(textOf(a), textOf(b))),
    notes: [
      ...page.notes,
      'The service sorts by day. The app has put the loaded transactions of each day in the order of their times.',
    ],
  };
}
