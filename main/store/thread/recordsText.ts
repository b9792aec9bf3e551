import { isResourceRecord, type ResourceRecord } from '../../../preload/contract/records.ts';

/** Reads records that crossed between threads as the JSON text of their list. */
export function parseRecords(text: string): ResourceRecord[] {
  const records: unknown = JSON.parse(text);
  if (!Array.isArray(records) || !records.every(isResourceRecord)) {
    throw new TypeError('Each record needs an id that is a text or a number.');
  }
  return records;
}
