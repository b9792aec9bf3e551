import { isJsonObject } from './json.ts';
import { counted } from './counted.ts';
import { endOfString, parseExactJson } from './exactNumbers.ts';
import { aggregateMembers, type Query } from './query.ts';

/** Accepted levels of nesting. SQLite's JSON functions accept 1,000 (https://sqlite.org/json1.html). */
export const maxDepth = 200;

export function isTooDeep(value: unknown, levels: number = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isTooDeep(member, levels - 1));
}

const maxNamed = 5;

export function leftOutNote(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${(names.length - maxNamed).toString()} more` : '';
  const [records, were] = names.length === 1 ? ['record', 'is'] : ['records', 'are'];
  return `${names.length.toString()} ${records} of this answer ${were} left out: ${names.slice(0, maxNamed).join(', ')}${more}.`;
}

export function roundedNotes(count: number): string[] {
  if (count === 0) return [];
  const [figures, have] = count === 1 ? ['figure', 'has'] : ['figures', 'have'];
  return [
    `${count.toString()} ${figures} of this answer ${have} more digits than can be computed with, and ${count === 1 ? 'is' : 'are'} rounded to about 16 digits or left out.`,
  ];
}

export function rowsLeftOutNotes(count: number, row: 'group' | 'series'): string[] {
  if (count === 0) return [];
  return [`${counted(count, row)} of this answer ${count === 1 ? 'is' : 'are'} left out: unreadable.`];
}

export function figuresLeftOutNotes(count: number, days = false): string[] {
  if (count === 0) return [];
  const why = days ? ', without a readable day, or on a day that has another figure' : '';
  return [
    `${counted(count, 'figure')} of this answer ${count === 1 ? 'is' : 'are'} left out: unreadable${why}.`,
  ];
}

export function unknownMemberNotes({ aggregate = {} }: Query): string[] {
  const names = Object.keys(aggregate).filter((name) => !aggregateMembers.some((known) => known === name));
  if (names.length === 0) return [];
  return [
    `The app does not know ${names.map((name) => `“aggregate.${name}”`).join(', ')}, and sends it as it is.`,
  ];
}

export function repeatedNotes(groups: readonly { readonly name: string }[]): string[] {
  if (groups.length === 0) return [];
  const names = [...new Set(groups.map(({ name }) => name))];
  const more = names.length > maxNamed ? ` and ${(names.length - maxNamed).toString()} more` : '';
  return [
    `The service repeats a figure on three days in a row or more. So sums and averages over days are not shown of ${names.slice(0, maxNamed).join(', ')}${more}.`,
  ];
}

export const uncheckedTotalsNote =
  'The app could not check whether the days of these totals repeat one figure.';

export function unmatchedNote(count: number): string {
  return `The service did not apply the filter: ${counted(count, 'record')} of its answer ${count === 1 ? 'does' : 'do'} not match it.`;
}

export function olderNote(count: number): string {
  return `${counted(count, 'record')} of this answer ${count === 1 ? 'is' : 'are'} older than what was read before.`;
}

export function changedSinceNotes(count: number): string[] {
  if (count === 0) return [];
  return [`${counted(count, 'record')} of this page came again later with other values, which are shown.`];
}

export const otherOrderNote = 'The service did not sort this answer as requested.';

export function otherPageNote(page: number, asked: number): string {
  return `The service answered with page ${page.toString()} instead of page ${asked.toString()}.`;
}

/** @param count null if the service counts nothing */
export function fullPageNote(count: number | null): string {
  const counts = count === null ? 'nothing' : `no more than its ${counted(count, 'record')}`;
  return `This page is full, and the service counts ${counts}: others may follow.`;
}

export const oneFieldNote =
  'The service sorts by one column, the first. Sync these records to sort them by all of the columns.';

/** UTF-8 of U+FFFD. */
const replacement = [0xef, 0xbf, 0xbd] as const;

/** Parses JSON exactly, if needed after `mendJson`. @throws SyntaxError */
export function parseAnswer(text: string): { value: unknown; notes: string[] } {
  try {
    return { value: parseExactJson(text), notes: [] };
  } catch (error) {
    const mended = mendJson(text);
    if (mended === null) throw error;
    return { value: parseExactJson(mended.text), notes: mended.notes };
  }
}

/** Tokens that JSON lacks (RFC 8259, 6), and trailing commas, outside strings. */
const notJson = /-?\b(?:NaN|Infinity)\b|,(?=\s*[\]}])/g;

/** `NaN` and `Infinity` become null, trailing commas go. @returns null if nothing was mended */
export function mendJson(text: string): { text: string; notes: string[] } | null {
  const pieces: string[] = [];
  let count = 0;
  const mend = (found: string): string => {
    count += 1;
    return found === ',' ? '' : 'null';
  };
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const open = quote < 0 ? text.length : quote;
    const close = quote < 0 ? open : endOfString(text, open);
    pieces.push(text.slice(at, open).replace(notJson, mend), text.slice(open, close));
    at = close;
  }
  if (count === 0) return null;
  const places = count === 1 ? '1 place' : `${count.toString()} places`;
  return {
    text: pieces.join(''),
    notes: [
      `This answer is not valid JSON in ${places} (NaN, Infinity or a trailing comma). NaN and Infinity are read as empty.`,
    ],
  };
}

/** Counts bytes that are not UTF-8. @param text `bytes` decoded with replacement characters */
export function replacedNotes(text: string, bytes: Uint8Array): string[] {
  if (!text.includes('\uFFFD')) return [];
  const shown = text.split('\uFFFD').length - 1;
  let sent = 0;
  for (let at = bytes.indexOf(replacement[0]); at >= 0; at = bytes.indexOf(replacement[0], at + 1))
    if (bytes[at + 1] === replacement[1] && bytes[at + 2] === replacement[2]) sent += 1;
  const count = shown - sent;
  if (count <= 0) return [];
  return [
    count === 1
      ? '1 character of this answer is not valid UTF-8 and shown as “\uFFFD”.'
      : `${count.toString()} characters of this answer are not valid UTF-8 and shown as “\uFFFD”.`,
  ];
}

/** Said of an answer that calls itself partial, as search engines and gateways do. */
export const partialAnswer = 'The service marked its answer as partial.';

export function isPartialAnswer(answer: unknown): boolean {
  if (!isJsonObject(answer)) return false;
  const { partial, truncated, timed_out: timedOut, _shards: shards } = answer;
  const texts = ['message', 'warning', 'error'].map((name) => answer[name]);
  return (
    [partial, truncated, timedOut].includes(true) ||
    (isJsonObject(shards) && Number(shards['failed']) > 0) ||
    texts.some((text) => typeof text === 'string' && /truncated|partial|incomplete|timed? ?out/i.test(text))
  );
}

/** Not documented, but common. */
const moreNames = ['hasMore', 'has_more', 'hasNext', 'hasNextPage', 'has_next_page'];

/** True if an answer itself says that more follows, or that its count is only a lower bound. */
export function saysMore(pagination: unknown): boolean {
  if (!isJsonObject(pagination)) return false;
  const { resultCount } = pagination;
  const isLowerBound = isJsonObject(resultCount) && (resultCount['relation'] ?? 'eq') !== 'eq';
  return isLowerBound || moreNames.some((name) => pagination[name] === true);
}

/** True if an answer says how many groups it has at most, and has as many. */
export function isAtGroupLimit(answer: Readonly<Record<string, unknown>>, groups: number): boolean {
  const limit = answer['groupLimit'] ?? answer['group_limit'];
  return typeof limit === 'number' && groups >= limit;
}
