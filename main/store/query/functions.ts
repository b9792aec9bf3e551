import type { Json } from '../../../preload/contract/json.ts';
import type { SqlDatabase } from './database.ts';
import { foldCase, matchesPattern } from './patterns.ts';
import { comparableNumber } from './values.ts';

/**
 * SQLite cannot be interrupted from outside by what this app uses of it. So the conditions of queries that may take long begin
 * with this one, which is always true and looks at one row in 256 whether the query is to go on. It costs as much as comparing a
 * number does: a quarter of the time of a count along an index.
 */
export const goesOn = '(r._key & 255 OR rwa_goes_on())';

/**
 * Adds to a database the functions that compiled queries call. `checkGoesOn` is called now and then while a query runs; what it
 * throws ends the query.
 */
export function installFunctions(database: SqlDatabase, checkGoesOn?: () => void): void {
  const options = { deterministic: true, directOnly: true };
  database.function('rwa_goes_on', { deterministic: false, directOnly: true }, () => {
    checkGoesOn?.();
    return 1;
  });
  database.function('rwa_number', options, (value: Json) => comparableNumber(value));
  let folded = { pattern: '', characters: foldCase('') };
  database.function('rwa_ilike', options, (pattern: Json, text: Json) => {
    // So slow beside a comparison that a row may have many of them.
    checkGoesOn?.();
    if (typeof pattern !== 'string' || typeof text !== 'string') return null;
    if (folded.pattern !== pattern) folded = { pattern, characters: foldCase(pattern) };
    return matchesPattern(folded.characters, foldCase(text)) ? 1 : 0;
  });
}
