import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { declarationsOfStoreMethods } from '../../../../build/measure/storeMethods.ts';

it('methods of the store are found through its types and their parts, and their declarations are counted', () => {
  const counts = declarationsOfStoreMethods(globSync('main/{store,sync}/**/*.ts'));
  // Of the cache's reader, of its part for watchlists, of its tables of syncs, and of the user's database.
  expect(counts.get('runQuery')).toBeGreaterThanOrEqual(1);
  expect(counts.get('readFigures')).toBe(1);
  expect(counts.get('writePage')).toBe(1);
  expect(counts.get('listDocuments')).toBe(1);
  // Neither members of texts, nor methods that main makes of others.
  expect(counts.has('charAt')).toBe(false);
});
