import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passes } from '../../../../build/types/check.ts';
import { checkTypes } from '../../../../build/types/typeCheck.ts';

/** The passes of `npm run types`, on a project that has the configurations of this one and few files, some with mistakes. */

const files: Readonly<Record<string, string>> = {
  'preload/contract/clean.ts': `export const name: string = 'clean';`,
  'preload/contract/node.ts': `export const id = process.pid;`,
  'preload/contract/page.ts': `export const title = document.title;`,
  'main/service/wrong.ts': `export const name: string = 1;`,
  'main/service/page.ts': `export const title = document.title;`,
  'main/electron/lacking.ts': `import { app } from 'electron';\napp.setJumpList(null);`,
  'test/unit/wrong.test.ts': `export const done = (): void => { const unused = 1; };`,
  'test/e2e/wrong.spec.ts': `import { name } from '../../preload/contract/clean.ts';\nexport const tab: HTMLElement = name;`,
  'test/e2e/clean.spec.ts': `export const title = document.title + String(process.pid);`,
  'build/wrong.ts': `export const missing = nothing;`,
};

let project: string;
/** What the compiler says of each file, each time that it is checked. */
const errors = new Map<string, string[]>();

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'rwa-types-'));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  for (const { configuration } of passes) write(configuration, readFileSync(configuration, 'utf8'));
  symlinkSync(path.resolve('node_modules'), path.join(project, 'node_modules'));
  // The module that stands in for Electron.
  const shell = path.resolve('test/chromium-shell/electron.ts');
  write('test/chromium-shell/electron.ts', `export * from '${shell}';`);
  for (const { file, messageText } of checkTypes(project, passes)) {
    const name = path.relative(project, file?.fileName ?? '');
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    errors.set(name, [...(errors.get(name) ?? []), text]);
  }
}, 60_000);

afterAll(() => {
  rmSync(project, { recursive: true });
});

it.each([
  ['main/service/wrong.ts', /^Type 'number' is not assignable to type 'string'/],
  ['build/wrong.ts', /^Cannot find name 'nothing'/],
  ['test/unit/wrong.test.ts', /^'unused' is declared but its value is never read/],
  ['test/e2e/wrong.spec.ts', /^Type 'string' is not assignable to type 'HTMLElement'/],
])('finds the mistake in %s, once', (file, message) => {
  expect(errors.get(file)).toEqual([expect.stringMatching(message)]);
});

it('knows no page in main and in the contract, and no Node in the contract', () => {
  expect(errors.get('main/service/page.ts')).toEqual([expect.stringContaining("'document'")]);
  // Main's pass and the contract's own.
  expect(errors.get('preload/contract/page.ts')).toEqual([
    expect.stringContaining("'document'"),
    expect.stringContaining("'document'"),
  ]);
  expect(errors.get('preload/contract/node.ts')).toEqual([expect.stringContaining("'process'")]);
});

it('finds what the Chromium shell lacks of Electron', () => {
  expect(errors.get('main/electron/lacking.ts')).toEqual([expect.stringContaining("'setJumpList'")]);
});

it('finds nothing where nothing is wrong', () => {
  expect([...errors.keys()].sort()).toEqual(
    Object.keys(files)
      .filter((file) => !file.includes('clean'))
      .sort(),
  );
});
