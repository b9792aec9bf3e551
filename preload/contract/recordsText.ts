import { type JsonObject, type Members, isJsonObject } from './json.ts';

/** A record as sent, including unknown members. Ids are numbers or text; `recordKey` compares them. */
export type ResourceRecord = JsonObject & { readonly id: string | number };

/** A record with the requested fields only; a missing member is unknown. */
export type PartialRecord = Members & Pick<ResourceRecord, 'id'>;

export function isResourceRecord(value: unknown): value is ResourceRecord {
  return isJsonObject(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

export interface RecordsText {
  readonly recordsText: string;
  readonly recordCount: number;
}

/** `records` is parsed on first access and does not cross threads. */
export type ReadableRecords = RecordsText & { readonly records: PartialRecord[] };

/** Adds the lazy property `records`. Its getter throws a `TypeError` for invalid text. */
export function withRecords<Value extends RecordsText>(value: Value): Value & ReadableRecords {
  let records: ResourceRecord[] | undefined;
  const property = { get: () => (records ??= parseRecords(value.recordsText)) };
  // TypeScript does not follow `defineProperty`.
  return Object.defineProperty(value, 'records', property) as Value & ReadableRecords;
}

export function wholeRecords(
  _asked: { readonly query: unknown; readonly fields?: undefined },
  { records }: Pick<ReadableRecords, 'records'>,
): ResourceRecord[] {
  return records.filter(isResourceRecord);
}

/** @throws TypeError if the text is no list of records */
export function parseRecords(text: string): ResourceRecord[] {
  const records: unknown = JSON.parse(text);
  if (!Array.isArray(records) || !records.every(isResourceRecord)) {
    throw new TypeError('Each record needs an id that is a text or a number.');
  }
  return records;
}

/** A value with the JSON text of its records, which threads pass and parse faster than a clone. */
export type WithText<Value extends ReadableRecords> = Omit<Value, 'records'> & RecordsText;
