import type * as nodeSqlite from 'node:sqlite';
import { textKey } from '../../../../preload/contract/textOrder.ts';
import { foldFor, matchesPattern } from '../../../store/query/patterns.ts';

/** SQLite folds only A to Z, so `LIKE '%éco%'` would match less than the filter of a list. */
export function foldAsFilters(database: nodeSqlite.DatabaseSync): void {
  const options = { deterministic: true };
  const ofText = (change: (text: string) => string) => (value: nodeSqlite.SQLOutputValue) =>
    typeof value === 'string' ? change(value) : value;
  database.function(
    'lower',
    options,
    ofText((text) => text.toLowerCase()),
  );
  database.function(
    'upper',
    options,
    ofText((text) => text.toUpperCase()),
  );
  database.function('text_key', options, ofText(textKey));
  let known = { pattern: '', folded: [''], fold: foldFor('') };
  database.function('like', { ...options, varargs: true }, (pattern, text, escape) => {
    if (pattern === null || text === null || pattern === undefined || text === undefined) return null;
    const sign = typeof escape === 'string' ? escape : '';
    if (known.pattern !== String(pattern)) {
      const fold = foldFor(String(pattern));
      known = { pattern: String(pattern), folded: fold(String(pattern)), fold };
    }
    return matchesPattern(known.folded, known.fold(String(text)), known.fold(sign)[0]) ? 1 : 0;
  });
}
