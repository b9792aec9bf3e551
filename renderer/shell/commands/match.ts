import { typosAllowed, typosBetween } from '../../../preload/contract/typos.ts';

/**
 * How well a text fits what was typed: larger is better, null for not at all. Every word typed has to be in the text:
 * best at its start, then at the start of a word, then inside one.
 * @param more further words by which the text is found, worth less than the text itself
 */
export function fit(text: string, typed: string, more = ''): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let sum = 0;
  for (const word of words) {
    const score = Math.max(fitOfWord(text.toLowerCase(), word), fitOfWord(more.toLowerCase(), word) - 0.5);
    if (score <= 0) return null;
    sum += score;
  }
  // Of two texts that fit alike the shorter one is meant.
  return sum - text.length / 1000;
}

/** How well a text fits what was typed with typos, as `fit`, but never better than it: each word has to begin one of the text. */
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
