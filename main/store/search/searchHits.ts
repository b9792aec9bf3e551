import type { SearchHit } from '../../../preload/contract/search.ts';
import { findField, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { shortenAddress } from '../../../preload/contract/shorten.ts';
import { searchShape } from './searchTables.ts';
import { findPart, fold, longestText, wordsOf } from './searchText.ts';

export interface Typed {
  readonly whole: string;
  readonly words: readonly string[];
  /** Candidate corrections per word of `words`; empty for a word that is searched literally. */
  readonly meant: readonly (readonly string[])[];
}

export function typedText(text: string): Typed {
  const words = wordsOf(text);
  return { whole: fold(text), words, meant: words.map(() => []) };
}

type TextOf = (field: string) => string | null;

export interface RankedHit {
  readonly hit: SearchHit;
  readonly rank: number;
}

const classes: readonly SearchHit['match'][] = ['exact', 'prefix', 'word', 'typo'];

/** Returns the searched fields, most significant first. */
function fieldsOf(resource: ResourceName): string[] {
  const { title, names, description, codes } = searchShape(resources[resource]);
  return [...new Set([title, ...codes, ...names, ...description])];
}

export function rankHit(
  resource: ResourceName,
  id: string | number,
  wholeTextOf: TextOf,
  typed: Typed,
): RankedHit | null {
  // A service may send megabytes; searching them completely would block every other reader.
  const textOf: TextOf = (field) => wholeTextOf(field)?.slice(0, longestText) ?? null;
  const found = fieldsOf(resource).flatMap((field, position): FoundField[] => {
    const text = textOf(field);
    const match = text === null || text === '' ? null : matchOf(text, typed);
    return text === null || match === null
      ? []
      : [{ ...match, field, text, position: Math.min(position, 9) }];
  });
  const here = new Set(found.flatMap(({ matched }) => matched));
  const isGuessed = typed.words.some((word) => !here.has(word));
  const ranked = found
    .map((one) => {
      // A field with some of the words is as good as the others that have the rest.
      const match = isGuessed && one.match === 'word' && one.missing > 0 ? 'typo' : one.match;
      return { ...one, match, rank: classes.indexOf(match) * 100 + one.missing * 10 + one.position };
    })
    .sort((a, b) => a.rank - b.rank);
  const [best] = ranked;
  if (best === undefined) return null;
  const title = textOf(resources[resource].titleField);
  return {
    rank: best.rank,
    hit: {
      key: `${resource} ${String(id)}`,
      resource,
      id,
      query: null,
      title: title === null || title === '' ? String(id) : title,
      subtitle: subtitleOf(resource, textOf),
      field: best.field,
      fieldLabel: findField(resources[resource], best.field)?.label ?? best.field,
      ...excerpt(best.text, best.at),
      match: best.match,
    },
  };
}

interface Match {
  readonly match: SearchHit['match'];
  readonly at: [number, number][];
  readonly matched: readonly string[];
  readonly missing: number;
}

interface FoundField extends Match {
  readonly field: string;
  readonly text: string;
  readonly position: number;
}

function matchOf(text: string, { whole, words, meant }: Typed): Match | null {
  const folded = fold(text);
  if (folded.startsWith(whole)) {
    const at = findPart(text, whole, false);
    const match = folded === whole ? 'exact' : 'prefix';
    return { match, at: at === null ? [] : [at], matched: words, missing: 0 };
  }
  const together = findPart(text, whole, true);
  if (together !== null) return { match: 'word', at: [together], matched: words, missing: 0 };
  const found = words.map((word) => findPart(text, word, true));
  const at = found.filter((range) => range !== null);
  const guessed = words.flatMap((_, index) =>
    found[index] === null ? (firstOf(meant[index] ?? [], (word) => findPart(text, word, true)) ?? []) : [],
  );
  if (at.length + guessed.length === 0) return null;
  return {
    match: guessed.length > 0 ? 'typo' : 'word',
    at: [...at, ...guessed].sort(([a], [b]) => a - b),
    matched: words.filter((_, index) => found[index] !== null),
    missing: Math.min(words.length - at.length - guessed.length, 9),
  };
}

function firstOf(
  words: readonly string[],
  find: (word: string) => [number, number] | null,
): [[number, number]] | null {
  for (const word of words) {
    const range = find(word);
    if (range !== null) return [range];
  }
  return null;
}

const subtitleFields: Readonly<Record<ResourceName, readonly string[]>> = {
  assets: ['ticker', 'asset_class_name', 'issuer_name'],
  tokens: ['network_name', 'protocol_name', 'address'],
  networks: ['layer_description', 'virtual_machine_type'],
  platforms: ['slug'],
  issuers: ['legal_structure_type', 'legal_structure_country_name'],
  managers: ['slug'],
  'service-providers': ['slug'],
  transactions: ['from_address', 'to_address'],
};

function subtitleOf(resource: ResourceName, textOf: TextOf): string {
  return subtitleFields[resource]
    .flatMap((field) => {
      const text = textOf(field);
      if (text === null || text === '') return [];
      return [findField(resources[resource], field)?.type === 'address' ? shortenAddress(text) : text];
    })
    .join(resource === 'transactions' ? ' → ' : ' · ');
}

export function hitFields(resource: ResourceName): string[] {
  return [...new Set([resources[resource].titleField, ...fieldsOf(resource), ...subtitleFields[resource]])];
}

/** Text shown around a match, in UTF-16 units. */
const shownBefore = 30;
const shownAfter = 90;

function excerpt(
  text: string,
  at: readonly [number, number][],
): { matched: string; ranges: [number, number][] } {
  const [start, end] = at[0] ?? [0, 0];
  const from = start <= shownBefore + 10 ? 0 : wordStart(text, start - shownBefore);
  const to = Math.min(text.length, end + shownAfter);
  const before = from > 0 ? '…' : '';
  const shift = before.length - from;
  return {
    matched: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    ranges: at.filter(([, last]) => last <= to).map(([first, last]) => [first + shift, last + shift]),
  };
}

function wordStart(text: string, at: number): number {
  const blank = text.indexOf(' ', at);
  return blank < 0 || blank > at + 20 ? at : blank + 1;
}
