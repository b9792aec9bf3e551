import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CleanFiles } from '../../../../build/lint/cleanFiles.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

let folder: string;

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

beforeEach(() => {
  folder = makeTemporaryFolder('clean');
  write('rules.ts', 'strict');
  write('load.ts', 'export const load = 1;');
  write('user.ts', `import { load } from './load.ts';`);
  write('View.svelte', `<script>\n  import type {\n    load,\n  } from './load.ts';\n</script>`);
  write('far.ts', `const user = await import('./user.ts');`);
});

function files(): CleanFiles {
  const all = ['load.ts', 'user.ts', 'View.svelte', 'far.ts'];
  return new CleanFiles(folder, all, ['rules.ts'], path.join(folder, 'memory', 'lint.json'));
}

describe('what the linters read', () => {
  it('is everything at first, and nothing where nothing has changed', () => {
    const first = files();
    expect(first.unknown()).toEqual(['load.ts', 'user.ts', 'View.svelte', 'far.ts']);
    first.remember(new Set());
    expect(files().unknown()).toEqual([]);
  });

  it('is what has changed, and what imports it', () => {
    files().remember(new Set());
    write('load.ts', 'export const load = async () => 1;');
    expect(files().unknown()).toEqual(['load.ts', 'user.ts', 'View.svelte']);
    files().remember(new Set());
    write('user.ts', '');
    expect(files().unknown()).toEqual(['user.ts', 'far.ts']);
  });

  it('is a file with a mistake until that is mended', () => {
    files().remember(new Set(['far.ts']));
    expect(files().unknown()).toEqual(['far.ts']);
  });

  it('is everything where the rules have changed', () => {
    files().remember(new Set());
    write('rules.ts', 'stricter');
    expect(files().unknown()).toHaveLength(4);
  });
});
