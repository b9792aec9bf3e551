import type { Json } from '../../../preload/contract/json.ts';
import type { SqlDatabase } from './database.ts';
import { foldCase, matchesPattern } from './patterns.ts';
import { comparableNumber } from './values.ts';

/** Adds to a database the functions that compiled queries call. */
export function installFunctions(database: SqlDatabase): void {
  const options = { deterministic: true, directOnly: true };
  database.function('rwa_number', options, (value: Json) => comparableNumber(value));
  let folded = { pattern: '', characters: foldCase('') };
  database.function('rwa_ilike', options, (pattern: Json, text: Json) => {
    if (typeof pattern !== 'string' || typeof text !== 'string') return null;
    if (folded.pattern !== pattern) folded = { pattern, characters: foldCase(pattern) };
    return matchesPattern(folded.characters, foldCase(text)) ? 1 : 0;
  });
}
