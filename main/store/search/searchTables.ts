import type Database from 'better-sqlite3';
import {
  resourceNames,
  type Field,
  type Resource,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { quote } from '../query/sql.ts';

/**
 * The search index, updated with the tables of the resources:
 *
 * - `search_texts`: the words of each record, by full-text search (FTS5), without the texts themselves;
 * - `search_codes`: titles, tickers, addresses and other texts that are searched by prefix;
 * - `search_words`, `search_trigrams`: each word of names once, with its trigrams, to correct typos. A word
 *   stays when its last record goes, and is then unused.
 *
 * A record is a document with the number `documentOf`. Transactions use the indexes of their own table.
 */
const tables = `
  CREATE VIRTUAL TABLE search_texts USING fts5 (
    title, names, description,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
  );
  CREATE TABLE search_codes (
    code TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (code, document)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX search_codes_documents ON search_codes (document);
  CREATE TABLE search_words (number INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
  CREATE VIRTUAL TABLE search_trigrams USING fts5 (
    word, content='', tokenize='trigram', detail='none'
  );
`;

const documentsEach = 2 ** 40;

export const searchedResources: readonly ResourceName[] = resourceNames.filter(
  (name) => name !== 'transactions',
);

export function documentOf(resource: ResourceName, key: number): number {
  return resourceNames.indexOf(resource) * documentsEach + key;
}

export function recordOf(document: number): { resource: ResourceName; key: number } {
  const resource = resourceNames[Math.floor(document / documentsEach)] ?? 'assets';
  return { resource, key: document % documentsEach };
}

interface SearchShape {
  readonly title: string;
  readonly names: readonly string[];
  readonly description: readonly string[];
  readonly codes: readonly string[];
}

/** Identifiers next to a record's name. */
const codeNames: ReadonlySet<string> = new Set([
  'ticker',
  'slug',
  'isin',
  'cusip',
  'lei',
  'cik',
  'legal_name',
]);

export function searchShape(resource: Resource): SearchShape {
  const texts = resource.fields.filter(({ type }) => type === 'text');
  const named = (test: (field: Field) => boolean): string[] =>
    texts.filter((field) => field.name !== resource.titleField && test(field)).map(({ name }) => name);
  return {
    title: resource.titleField,
    names: named(({ name, searchable }) => name !== 'description' && (searchable || codeNames.has(name))),
    description: named(({ name }) => name === 'description'),
    codes: [
      resource.titleField,
      ...named(({ name }) => codeNames.has(name)),
      ...resource.fields.filter(({ type }) => type === 'address' || type === 'hash').map(({ name }) => name),
    ],
  };
}

export function installSearch(database: Database.Database): void {
  database.exec(tables);
  for (const name of searchedResources) {
    database.exec(`CREATE TRIGGER ${quote(`${name}_search`)} AFTER DELETE ON ${quote(name)} BEGIN
      DELETE FROM search_texts WHERE rowid = ${documentOf(name, 0).toString()} + old._key;
      DELETE FROM search_codes WHERE document = ${documentOf(name, 0).toString()} + old._key;
    END`);
  }
}
