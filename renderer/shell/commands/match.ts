import { typosAllowed, typosBetween } from '../../../preload/contract/typos.ts';

/**
 * Larger is better, null for no match. Each word must occur: best at the start, then at the start of a word,
 * then inside.
 * @param more further search terms of less weight
 */
export function fit(text: string, typed: string, more = ''): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let sum = 0;
  for (const word of words) {
    const score = Math.max(fitOfWord(text.toLowerCase(), word), fitOfWord(more.toLowerCase(), word) - 0.5);
    if (score <= 0) return null;
    sum += score;
  }
  // Prefers shorter texts.
  return sum - text.length / 1000;
}

/** Allows typos; each word must start one of the text's. */
export function fitWithTypos(text: string, typed: string, more = ''): number | null {
  const known = `${text} ${more}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  let sum = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const allowed = typosAllowed(word);
    const least = Math.min(...known.map((one) => typosBetween(word, one, allowed, true)));
    if (least > allowed) return null;
    sum += 1 / (1 + least);
  }
  return sum - text.length / 1000;
}

function fitOfWord(text: string, word: string): number {
  if (text.startsWith(word)) return 6;
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return /[\s\-_/(]/.test(text.charAt(at - 1)) ? 5 : 3;
}
