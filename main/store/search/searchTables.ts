import type Database from 'better-sqlite3';
import {
  resourceNames,
  resources,
  type Field,
  type Resource,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { quote } from '../query/sql.ts';

/**
 * The index of the search, beside the tables of the resources and brought up to date with them:
 *
 * - `search_texts`: the words of each record, by full-text search (FTS5), without the texts themselves;
 * - `search_codes`: titles, tickers, addresses and other texts that are looked up from their beginning;
 * - `search_words`, `search_trigrams`: each word of names once, with its groups of three letters, to find what was meant by a
 *   word that was mistyped. A word stays when its last record goes: it then leads nowhere;
 * - `search_state`: what was indexed of each resource; `upto` is the key up to which, null for all.
 *
 * A record is a document with the number `documentOf`. Transactions are looked up by the indexes of their own table.
 */
const tables = `
  CREATE VIRTUAL TABLE IF NOT EXISTS search_texts USING fts5 (
    title, names, description,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
  );
  CREATE TABLE IF NOT EXISTS search_codes (
    code TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (code, document)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS search_codes_documents ON search_codes (document);
  CREATE TABLE IF NOT EXISTS search_words (number INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS search_trigrams USING fts5 (
    word, content='', tokenize='trigram', detail='none'
  );
  CREATE TABLE IF NOT EXISTS search_state (resource TEXT PRIMARY KEY, shape TEXT NOT NULL, upto INTEGER) STRICT;
`;

/** Changes when texts are split in another way. */
const version = 1;

const documentsEach = 2 ** 40;

/** The resources whose records are documents. */
export const searchedResources: readonly ResourceName[] = resourceNames.filter(
  (name) => name !== 'transactions',
);

/** Returns the number that a record has in the search tables, from its resource and its key there. */
export function documentOf(resource: ResourceName, key: number): number {
  return resourceNames.indexOf(resource) * documentsEach + key;
}

export function recordOf(document: number): { resource: ResourceName; key: number } {
  const resource = resourceNames[Math.floor(document / documentsEach)] ?? 'assets';
  return { resource, key: document % documentsEach };
}

/** The fields of a resource that are searched, by the way in which. */
export interface SearchShape {
  readonly title: string;
  /** Their words. */
  readonly names: readonly string[];
  readonly description: readonly string[];
  /** From the beginning of their text. */
  readonly codes: readonly string[];
}

/** Identifiers that stand in a record beside its name. */
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

/** Makes the tables where they are missing, and marks what has to be indexed again. */
export function installSearch(database: Database.Database): void {
  const exists = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'search_texts'`).pluck();
  database
    .transaction(() => {
      const isNew = exists.get() === 0;
      database.exec(tables);
      if (isNew) database.exec('DELETE FROM search_state');
      const readShape = database.prepare('SELECT shape FROM search_state WHERE resource = ?').pluck();
      for (const name of searchedResources) {
        database.exec(`CREATE TRIGGER IF NOT EXISTS ${quote(`${name}_search`)} AFTER DELETE ON ${quote(name)} BEGIN
          DELETE FROM search_texts WHERE rowid = ${documentOf(name, 0).toString()} + old._key;
          DELETE FROM search_codes WHERE document = ${documentOf(name, 0).toString()} + old._key;
        END`);
        const shape = JSON.stringify({ version, ...searchShape(resources[name]) });
        if (readShape.get(name) !== shape) startAnew(database, name, shape);
      }
    })
    .immediate();
}

function startAnew(database: Database.Database, name: ResourceName, shape: string): void {
  const bounds = [documentOf(name, 0), documentOf(name, documentsEach - 1)];
  database.prepare('DELETE FROM search_texts WHERE rowid BETWEEN ? AND ?').run(...bounds);
  database.prepare('DELETE FROM search_codes WHERE document BETWEEN ? AND ?').run(...bounds);
  const hasRecords = database
    .prepare(`SELECT count(*) FROM (SELECT 1 FROM ${quote(name)} LIMIT 1)`)
    .pluck()
    .get();
  database
    .prepare(
      `INSERT INTO search_state (resource, shape, upto) VALUES (?, ?, ?)
       ON CONFLICT (resource) DO UPDATE SET shape = excluded.shape, upto = excluded.upto`,
    )
    .run(name, shape, hasRecords === 1 ? 0 : null);
}
