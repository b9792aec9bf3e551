import { globSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A feature has one name: that of its bridge calls, of its folder in main and of its folder in the window. */

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

const calls = globSync('preload/contract/*.ts')
  .filter((file) => /^export const \w+Calls = /m.test(readFileSync(file, 'utf8')))
  .map((file) => basename(file, '.ts'));

/** Features without a call of their own in the bridge, each with the reason. */
const withoutCalls: Readonly<Record<string, string>> = {
  changes: 'its calls are those of the history of records',
  compare: 'it asks for records',
  connections: 'its calls are those of the session',
  metadata: 'its call is one of the records',
  queryBuilder: 'it asks for records and their metadata',
  settings: 'it changes the session and what other features are set to',
};

describe('the names of features', () => {
  it.each(['main/features', 'renderer/features'])('in %s are those of the bridge', (folder) => {
    const unknown = foldersIn(folder).filter((name) => !calls.includes(name) && !(name in withoutCalls));
    expect(unknown).toEqual([]);
  });

  it('have no exception that nobody needs', () => {
    const names = new Set([...foldersIn('main/features'), ...foldersIn('renderer/features')]);
    expect(Object.keys(withoutCalls).filter((name) => !names.has(name) || calls.includes(name))).toEqual([]);
  });
});
