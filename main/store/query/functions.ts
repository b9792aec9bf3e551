import type { Json } from '../../../preload/contract/json.ts';
import type { SqlDatabase } from './database.ts';
import { installComputed } from './computed.ts';
import { textKey } from '../../../preload/contract/textOrder.ts';
import { foldCase, matchesPattern } from './patterns.ts';
import { readNumber } from '../../../preload/contract/sentNumber.ts';

/**
 * Conditions of long queries begin with this one, because SQLite cannot be interrupted from outside. It is
 * always true, and checks at one row in 256 whether to continue. It costs as much as comparing a number: a
 * quarter of the time of a count along an index.
 */
export const cancelCheck = '(r._key & 255 OR rwa_throw_if_canceled())';

/** Adds the functions of compiled queries. An error of `throwIfCanceled` ends a running query. */
export function installFunctions(database: SqlDatabase, throwIfCanceled?: () => void): void {
  const options = { deterministic: true, directOnly: true };
  database.function('rwa_throw_if_canceled', { deterministic: false, directOnly: true }, () => {
    throwIfCanceled?.();
    return 1;
  });
  installComputed(database);
  database.function('rwa_number', options, (value: Json) => readNumber(value));
  database.function('rwa_text_key', options, (value: string | number | null) =>
    typeof value === 'string' ? textKey(value) : value,
  );
  let folded = { pattern: '', characters: foldCase('') };
  database.function('rwa_ilike', options, (pattern: Json, text: Json) => {
    // This pattern match is much slower than a comparison, and a row may need many.
    throwIfCanceled?.();
    if (typeof pattern !== 'string' || typeof text !== 'string') return null;
    if (folded.pattern !== pattern) folded = { pattern, characters: foldCase(pattern) };
    return matchesPattern(folded.characters, foldCase(text)) ? 1 : 0;
  });
}
