import { isJsonObject, type Json, type JsonObject } from '../../../preload/contract/json.ts';
import type { ExportColumn } from './exportColumns.ts';

/** The records of the JSON text of a list of records, or of lists with a value for each column. */
export function recordsIn(text: string, columns: readonly Pick<ExportColumn, 'name'>[]): JsonObject[] {
  const read: unknown = JSON.parse(text);
  if (!Array.isArray(read)) throw new TypeError('Records come in a list.');
  return read.map((row: Json) => {
    if (isJsonObject(row)) return row;
    if (!isJsonList(row)) throw new TypeError('Records are objects, or lists of values.');
    return Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]));
  });
}

function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
