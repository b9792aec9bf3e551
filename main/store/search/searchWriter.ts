import type Database from 'better-sqlite3';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../query/columns.ts';
import type { Column, Table } from '../query/tables.ts';
import type { RowObserver } from '../query/writer.ts';
import { cacheTable } from '../records/resourceTables.ts';
import { documentOf, searchedResources, searchShape } from './searchTables.ts';
import { fold, longestText, wordsOf } from './searchText.ts';

const longestWord = 40;

export function makeSearchIndex(database: Database.Database) {
  const putTexts = database.prepare(
    'INSERT INTO search_texts (rowid, title, names, description) VALUES (?, ?, ?, ?)',
  );
  const dropTexts = database.prepare('DELETE FROM search_texts WHERE rowid = ?');
  const putCode = database.prepare('INSERT OR IGNORE INTO search_codes (code, document) VALUES (?, ?)');
  const dropCodes = database.prepare('DELETE FROM search_codes WHERE document = ?');
  const putWord = database.prepare('INSERT OR IGNORE INTO search_words (word) VALUES (?)');
  const putTrigrams = database.prepare('INSERT INTO search_trigrams (rowid, word) VALUES (?, ?)');
  const known = new Set<string>();

  function storeWords(text: string): void {
    for (const word of wordsOf(text)) {
      if (word.length < 3 || word.length > longestWord || known.has(word)) continue;
      const { changes, lastInsertRowid } = putWord.run(word);
      if (changes > 0) putTrigrams.run(lastInsertRowid, word);
      known.add(word);
    }
  }

  function indexer(name: ResourceName): RowObserver {
    const table = cacheTable(resources[name]);
    const shape = searchShape(table.resource);
    const title = columnsOf(table, [shape.title]);
    const names = columnsOf(table, shape.names);
    const description = columnsOf(table, shape.description);
    const codes = columnsOf(table, shape.codes);
    const watched = [...new Set([...title, ...names, ...description, ...codes])];

    function add(key: number, values: readonly SqlValue[]): void {
      const document = documentOf(name, key);
      const titleText = textOf(title, values);
      const namesText = textOf(names, values);
      putTexts.run(document, titleText, namesText, textOf(description, values).slice(0, longestText));
      for (const code of new Set(codes.map(({ index }) => fold(asText(values[index]))))) {
        if (code !== '') putCode.run(code, document);
      }
      storeWords(titleText);
      storeWords(namesText);
    }

    return {
      added: add,
      changed(key, before, values) {
        if (watched.every(({ index }) => before[index] === values[index])) return;
        const document = documentOf(name, key);
        dropTexts.run(document);
        dropCodes.run(document);
        add(key, values);
      },
    };
  }

  const indexers = new Map(searchedResources.map((name) => [name, indexer(name)]));

  return {
    of: (resource: ResourceName) => indexers.get(resource),
    /** Begins a write: cached state may belong to a rolled-back one. */
    begin() {
      known.clear();
    },
  };
}

function columnsOf(table: Table, names: readonly string[]): Column[] {
  return names.flatMap((name) => table.column.get(name) ?? []);
}

/** Joins fields by a character that ends a phrase. */
function textOf(columns: readonly Column[], values: readonly SqlValue[]): string {
  return columns
    .map(({ index }) => asText(values[index]))
    .filter((text) => text !== '')
    .join(' / ');
}

function asText(value: SqlValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
