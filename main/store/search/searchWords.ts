import type { Statements } from '../query/statements.ts';
import { typosAllowed, typosBetween } from '../../../preload/contract/typos.ts';
import { trigramsOf } from './searchText.ts';

/** Words compared, and words accepted, for one that may be mistyped. */
const lookedAt = 200;
const maxWords = 6;

/** The words of the index that may be meant, the nearest first, and those of them with the fewest typos. */
export interface MeantWords {
  readonly nearest: readonly string[];
  readonly all: readonly string[];
}

/**
 * The words of the index that may be meant by a word that is not in it, the nearest first: those that share groups of three
 * letters with it, and, for a short word, those with the same beginning. The last word typed may be the beginning of one.
 */
export function matchingWords(statements: Statements, word: string, isLast: boolean): MeantWords {
  const allowed = typosAllowed(word);
  if (allowed === 0) return { nearest: [], all: [] };
  const trigrams = trigramsOf(word).map((group) => `"${group}"`);
  const sharing = statements
    .values(
      `SELECT w.word FROM (
         SELECT rowid FROM search_trigrams WHERE search_trigrams MATCH ? ORDER BY rank LIMIT ${lookedAt.toString()}
       ) t JOIN search_words w ON w.number = t.rowid`,
    )
    .all(trigrams.join(' OR '));
  const start = [...word].slice(0, 2).join('');
  const beginning =
    word.length > 6
      ? []
      : statements
          .values(`SELECT word FROM search_words WHERE word >= ? AND word < ? LIMIT ${lookedAt.toString()}`)
          .all(start, `${start}\u{10FFFF}`);
  const near = new Map<string, number>();
  for (const candidate of [...sharing, ...beginning]) {
    if (typeof candidate !== 'string' || near.has(candidate)) continue;
    const typos = typosBetween(word, candidate, allowed, isLast);
    // A part of a longer word is no typo, but what was looked for all the same.
    if (typos <= allowed) near.set(candidate, typos);
    else if (candidate.includes(word)) near.set(candidate, allowed + 1);
  }
  const sorted = [...near].sort(([a, x], [b, y]) => x - y || a.length - b.length).slice(0, maxWords);
  const least = sorted[0]?.[1];
  return {
    nearest: sorted.filter(([, typos]) => typos === least).map(([candidate]) => candidate),
    all: sorted.map(([candidate]) => candidate),
  };
}
