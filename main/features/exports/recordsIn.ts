import { parseExactJson } from '../../../preload/contract/exactNumbers.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../preload/contract/json.ts';
import type { ExportColumn } from './exportColumns.ts';

export function recordsIn(
  text: string,
  columns: readonly Pick<ExportColumn, 'name' | 'kind'>[],
): JsonObject[] {
  const read: unknown = JSON.parse(text);
  if (!Array.isArray(read)) throw new TypeError('Records come in a list.');
  return read.map((row: Json) => {
    if (isJsonObject(row)) return row;
    if (!isJsonList(row)) throw new TypeError('Records are objects, or lists of values.');
    return Object.fromEntries(
      columns.map(({ name, kind }, index) => {
        const value = row[index] ?? null;
        return [name, kind === 'nested' ? nestedIn(value) : value];
      }),
    );
  });
}

function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

function nestedIn(value: Json): Json {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    const read = parseExactJson(value);
    return isJsonObject(read) || isJsonList(read) ? read : value;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}
