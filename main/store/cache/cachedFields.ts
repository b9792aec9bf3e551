import { readRemainders } from '../query/exact.ts';
import type { SqlDatabase } from '../query/database.ts';
import type { FieldOptions } from '../query/fields.ts';

/** How fields of cached records are found and compared: any field, and numbers by all of their digits. */
export function cachedFields(database: SqlDatabase): FieldOptions {
  return { openFields: true, hasRests: readRemainders(database) };
}
