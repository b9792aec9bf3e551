import { isRow } from '../query/records.ts';
import type { CachedSearch, SearchHit } from '../../../preload/contract/search.ts';
import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlDatabase } from '../query/database.ts';
import { makeStatements, type Statements } from '../query/statements.ts';
import { comparableId } from '../query/values.ts';
import type { SearchRequest } from '../storeTypes.ts';
import { cacheTable } from '../records/resourceTables.ts';
import { hitFields, rankHit, typedText, type RankedHit, type Typed } from './searchHits.ts';
import { documentOf, recordOf, searchedResources } from './searchTables.ts';
import { fold, readShortened, trigramsOf } from './searchText.ts';
import { makeTransactionSearch } from './searchTransactions.ts';
import { typosAllowed, typosBetween } from '../../../preload/contract/typos.ts';

const candidatesEach = 150;
/** Sorts after every text with a given prefix. */
const last = '\u{10FFFF}';

export function makeSearchReader(database: SqlDatabase) {
  const statements = makeStatements(database);
  const findTransactions = makeTransactionSearch(statements);
  const tables = new Map(resourceNames.map((name) => [name, cacheTable(resources[name])]));

  function byCode(start: string, among: string): number[] {
    if (start === '') return [];
    return numbers(
      statements
        .values(
          `SELECT document FROM (
             SELECT document, length(code) AS size FROM search_codes
             WHERE code >= :start AND code < :end ${among} LIMIT 2000
           ) ORDER BY size LIMIT ${candidatesEach.toString()}`,
        )
        .all({ start, end: `${start}${last}` }),
    );
  }

  function byEnds(start: string, end: string): number[] {
    return numbers(
      statements
        .values(
          `SELECT document FROM search_codes WHERE code >= :start AND code < :after
           AND substr(code, -length(:end)) = :end LIMIT ${candidatesEach.toString()}`,
        )
        .all({ start, after: `${start}${last}`, end }),
    );
  }

  /** Returns documents with each word or an alternative from its group, best first. */
  function byWords(groups: readonly (readonly string[])[], among: string): number[] {
    if (groups.length === 0) return [];
    const match = groups
      .map((group, index) => {
        const star = index === groups.length - 1 ? '*' : '';
        return `(${group.map((word) => `"${word}"${star}`).join(' OR ')})`;
      })
      .join(' AND ');
    // Ranking all texts with a prefix of one or two letters takes too long.
    const isShort = groups.every((group) => group.every((word) => word.length < 3));
    const order = isShort ? '' : 'ORDER BY bm25(search_texts, 10.0, 4.0, 1.0)';
    return numbers(
      statements
        .values(
          `SELECT rowid AS document FROM search_texts WHERE search_texts MATCH ? ${among}
           ${order} LIMIT ${candidatesEach.toString()}`,
        )
        .all(match),
    );
  }

  function hitOf(document: number, typed: Typed): RankedHit[] {
    const { resource, key } = recordOf(document);
    const table = tables.get(resource);
    if (table === undefined) return [];
    const fields = hitFields(resource).filter((name) => table.column.has(name));
    const columns = fields.map((name) => `r.${table.column.get(name)?.sql ?? 'NULL'}`);
    const row = statements
      .rows(`SELECT r."id", ${columns.join(', ')} FROM ${table.name} r WHERE r._key = ?`)
      .get(key);
    if (!isRow(row)) return [];
    const [id, ...values] = row;
    const texts = new Map(fields.map((name, index) => [name, values[index]]));
    const shownId = typeof id === 'bigint' ? Number(id) : id;
    if (typeof shownId !== 'string' && typeof shownId !== 'number') return [];
    const ranked = rankHit(
      resource,
      shownId,
      (field) => {
        const text = texts.get(field);
        return typeof text === 'string' ? text : null;
      },
      typed,
    );
    return ranked === null ? [] : [ranked];
  }

  /** Adds the nearest words' hits, and farther ones if these are fewer than `wanted`. */
  function guess(typed: Typed, wanted: number, found: ReadonlySet<number>, among: string): RankedHit[] {
    if (wanted <= 0) return [];
    const words = typed.words.map((word, index) =>
      matchingWords(statements, word, index === typed.words.length - 1),
    );
    const seen = new Set(found);
    const hits: RankedHit[] = [];
    for (const [farther, reach] of (['nearest', 'all'] as const).entries()) {
      if (hits.length >= wanted) break;
      const meant = words.map((one) => one[reach]);
      const groups = typed.words.map((word, index) => [word, ...(meant[index] ?? [])]);
      const documents = byWords(groups, among).filter((document) => !seen.has(document));
      for (const document of documents) seen.add(document);
      const guessed = documents.flatMap((document) => hitOf(document, { ...typed, meant }));
      hits.push(...guessed.map(({ hit, rank }) => ({ hit, rank: rank + 100 * farther })));
    }
    return hits;
  }

  function byId(text: string, wanted: readonly ResourceName[]): number[] {
    if (!/^\d{1,15}$/.test(text)) return [];
    return wanted.flatMap((resource) => {
      const key = statements
        .values(`SELECT _key FROM ${tables.get(resource)?.name ?? ''} WHERE "id" = ?`)
        .get(comparableId(text));
      return key === undefined ? [] : [documentOf(resource, Number(key))];
    });
  }

  return {
    search({ text, limit, resources: requested }: SearchRequest): Omit<CachedSearch, 'coverage'> {
      const typed = typedText(text);
      if (typed.whole === '') return { hits: [], more: false };
      const wanted = searchedResources.filter((name) => requested?.includes(name) ?? true);
      const isWanted = (document: number): boolean => wanted.includes(recordOf(document).resource);
      const amongCodes = among('document', wanted);
      const amongTexts = among('rowid', wanted);
      const ends = readShortened(text);
      const documents = new Set(
        ends === null
          ? [
              ...byCode(typed.whole, amongCodes),
              ...byWords(
                typed.words.map((word) => [word]),
                amongTexts,
              ),
            ].filter(isWanted)
          : byEnds(fold(ends.start), fold(ends.end)).filter(isWanted),
      );
      const ranked = [...documents].flatMap((document) =>
        hitOf(document, ends === null ? typed : typedText(ends.start)),
      );
      const ids = byId(text.trim(), wanted).filter((document) => !documents.has(document));
      ranked.push(...ids.flatMap((document) => idHit(document)));
      if (ends === null) ranked.push(...guess(typed, limit - ranked.length, documents, amongTexts));
      ranked.sort((a, b) => a.rank - b.rank || compareHits(a.hit, b.hit));
      const transactions =
        requested === undefined || requested.includes('transactions') ? findTransactions(text, limit) : [];
      // A match of a whole address or hash comes before names with that prefix.
      const hits = [
        ...transactions.filter(({ match }) => match === 'exact'),
        ...ranked.map(({ hit }) => hit),
      ];
      hits.push(...transactions.filter(({ match }) => match !== 'exact'));
      return { hits: hits.slice(0, limit), more: hits.length > limit };
    },
  };

  function idHit(document: number): RankedHit[] {
    const { resource, key } = recordOf(document);
    const table = tables.get(resource);
    const title = table?.column.get(resources[resource].titleField);
    if (table === undefined || title === undefined) return [];
    const row = statements
      .rows(`SELECT r."id", r.${title.sql} FROM ${table.name} r WHERE r._key = ?`)
      .get(key);
    if (!isRow(row)) return [];
    const id = Number(row[0]);
    const hit: SearchHit = {
      key: `${resource} ${id.toString()}`,
      resource,
      id,
      query: null,
      title: typeof row[1] === 'string' ? row[1] : id.toString(),
      subtitle: `Id ${id.toString()}`,
      field: 'id',
      fieldLabel: 'Id',
      matched: id.toString(),
      ranges: [[0, id.toString().length]],
      match: 'exact',
    };
    return [{ hit, rank: 90 }];
  }
}

function among(column: string, wanted: readonly ResourceName[]): string {
  if (wanted.length === searchedResources.length) return '';
  const bounds = wanted.map(
    (name) =>
      `${column} BETWEEN ${documentOf(name, 0).toString()} AND ${documentOf(name, 2 ** 40 - 1).toString()}`,
  );
  return `AND (${bounds.length === 0 ? '0' : bounds.join(' OR ')})`;
}

/** Orders equal matches: assets before tokens before parties, then the shorter title. */
function compareHits(a: SearchHit, b: SearchHit): number {
  const order = resourceNames.indexOf(a.resource) - resourceNames.indexOf(b.resource);
  return order || a.title.length - b.title.length || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);
}

function numbers(values: readonly unknown[]): number[] {
  return values.map(Number);
}

const lookedAt = 200;
const maxWords = 6;

/** Likely words of the index, nearest first, and those of them with the fewest typos. */
interface MeantWords {
  readonly nearest: readonly string[];
  readonly all: readonly string[];
}

/**
 * Returns likely words of the index for an unknown word, nearest first: those that share trigrams with it,
 * and, for a short word, its prefix. The last typed word may be incomplete.
 */
function matchingWords(statements: Statements, word: string, isLast: boolean): MeantWords {
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
    // A part of a longer word is no typo, but a wanted match.
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
