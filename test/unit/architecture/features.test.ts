import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A feature has one name: that of its bridge calls, of its folder in main and of its folder in the window, where it has these. */

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
  connections: 'its calls are those of the session',
  metadata: 'its call is one of the records',
};

describe('the names of features', () => {
  const inMain = foldersIn('main/features');

  it('in main are those of the bridge', () => {
    expect(inMain.filter((name) => !calls.includes(name) && !(name in withoutCalls))).toEqual([]);
    expect(
      Object.keys(withoutCalls).filter((name) => !inMain.includes(name) || calls.includes(name)),
    ).toEqual([]);
  });

  it('in the window are all opened by renderer/main.ts, with what they register', () => {
    const entry = readFileSync('renderer/main.ts', 'utf8');
    const registered = entry.slice(entry.indexOf('const registers = ['), entry.indexOf('].map('));
    const features = foldersIn('renderer/features').map((name) => {
      const file = `renderer/features/${name}/register.ts`;
      return { name, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
    });
    const missing = features.filter(
      ({ name, text }) =>
        (text.includes('export const views') && !entry.includes(`...${name}.views`)) ||
        (text.includes('export const register:') && !registered.includes(`  ${name},`)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
