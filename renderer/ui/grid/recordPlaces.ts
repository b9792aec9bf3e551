import type { PartialRecord } from '../../../preload/contract/records.ts';
import { isAwaited, type GridRows } from './rows.ts';

type RecordId = PartialRecord['id'];
type Records = Pick<GridRows, 'recordAt'>;

/** Rows of records; -1 if absent. */
export type RecordPlaces = ReadonlyMap<RecordId, number>;

/** Loaded records only. */
export function placesOf(records: Records, rows: Iterable<number>): RecordPlaces {
  const places = new Map<RecordId, number>();
  for (const row of rows) {
    const record = records.recordAt(row);
    if (record !== undefined) places.set(record.id, row);
  }
  return places;
}

/** As `placesOf`; while none of the rows is loaded, the earlier records whose rows are awaited. */
export function placesOrAwaited(
  records: GridRows,
  rows: Iterable<number>,
  before: RecordPlaces,
): RecordPlaces {
  const places = placesOf(records, rows);
  return places.size > 0 ? places : new Map([...before].filter(([, row]) => isAwaited(records, row)));
}

export function joinedPlaces(some: RecordPlaces, others: RecordPlaces): RecordPlaces {
  return new Map([...some, ...others]);
}

export function rowsOfPlaces(places: RecordPlaces): ReadonlySet<number> {
  return new Set([...places.values()].filter((row) => row >= 0).sort((a, b) => a - b));
}

export function mayHaveMoved(records: Records, places: RecordPlaces): boolean {
  for (const [id, row] of places) if (row < 0 || (records.recordAt(row)?.id ?? id) !== id) return true;
  return false;
}

/**
 * Records on unloaded rows keep their row, unless the order is another.
 * @param loaded places of `loadedRows`
 */
export function placesNow(
  records: GridRows,
  loaded: RecordPlaces,
  before: RecordPlaces,
  isSorted: boolean,
): RecordPlaces {
  const isOpen = (row: number): boolean =>
    !isSorted && row < (records.rowCount ?? 0) && isAwaited(records, row);
  return new Map([...before].map(([id, row]) => [id, loaded.get(id) ?? (isOpen(row) ? row : -1)]));
}

export function* loadedRows(records: GridRows): Generator<number> {
  for (let row = 0; row < (records.rowCount ?? 0); row += 1) {
    if (records.recordAt(row) !== undefined) {
      yield row;
      continue;
    }
    // Skips unloaded pages: a list may have a million rows.
    const page = records.pageAt(row);
    if (page !== undefined && page.entry?.kind !== 'here') row = Math.max(row, page.rows.end - 1);
  }
}
