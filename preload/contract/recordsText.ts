import { type JsonObject, type Members, isJsonObject } from './json.ts';

/**
 * One record as the service sent it, unknown members included. Identifiers arrive as numbers and as strings; both are kept
 * as they came, and compared by `recordKey`.
 */
export type ResourceRecord = JsonObject & { readonly id: string | number };

/**
 * A record with the fields that were asked for, and any other or none: of what is missing nothing is known. Nothing that needs a whole record
 * takes it, since a member of it may be undefined; whatever takes it takes a whole one too.
 */
export type PartialRecord = Members & Pick<ResourceRecord, 'id'>;

/** True for an object with an identifier, as the service or a cache has it whole. */
export function isResourceRecord(value: unknown): value is ResourceRecord {
  return isJsonObject(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** Records that cross between threads and processes as the JSON text of their list: it is parsed once, where they are read. */
export interface RecordsText {
  readonly recordsText: string;
  readonly recordCount: number;
}

/** The same with its records, which are parsed when they are first read and do not cross with the text. */
export type ReadableRecords = RecordsText & { readonly records: PartialRecord[] };

/**
 * Adds `records` to the value itself; they are parsed when first read. Reading throws a `TypeError` where the text is no list
 * of records.
 */
export function withRecords<Value extends RecordsText>(value: Value): Value & ReadableRecords {
  let records: ResourceRecord[] | undefined;
  const property = { get: () => (records ??= parseRecords(value.recordsText)) };
  // The property has just been defined, which the compiler does not follow.
  return Object.defineProperty(value, 'records', property) as Value & ReadableRecords;
}

/** The records of the answer to a question that named no fields: they are whole. */
export function wholeRecords(
  _asked: { readonly query: unknown; readonly fields?: undefined },
  { records }: Pick<ReadableRecords, 'records'>,
): ResourceRecord[] {
  return records.filter(isResourceRecord);
}

/** Parses such a text. @throws TypeError where it is no list of records */
export function parseRecords(text: string): ResourceRecord[] {
  const records: unknown = JSON.parse(text);
  if (!Array.isArray(records) || !records.every(isResourceRecord)) {
    throw new TypeError('Each record needs an id that is a text or a number.');
  }
  return records;
}
