import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageProgram, projectFolder } from '../../../../build/start/project.ts';
import configuration from '../../../../oxlint.config.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/**
 * What this project adds to oxlint, with code that breaks it: its own rules and options, names that differ from those of ESLint, types and
 * globals. What else a rule refuses is oxlint's, which does not run with one that it does not know.
 */

const promise = 'declare function load(): Promise<string>;\n';
const unknownType = 'declare const given: any;\n';

const rules: Readonly<Record<string, string>> = {
  'no-restricted-imports': "import { test } from 'vitest'; test('a', () => {});",
  'no-unused-vars': 'const a = 1;',
  'no-array-constructor': 'export const a = new Array(1, 2);',
  'no-unused-expressions': 'Math.random() + 1;',
  'no-useless-constructor': 'export class A { constructor() {} }',
  'no-empty-function': 'export function f() {}',
  'import/first': "export const b = 1;\nimport { a } from './a.ts';\nexport { a };",
  'no-console': 'console.log(1);',
  eqeqeq: 'export const f = (a: unknown) => a == 1;',
  'no-restricted-globals': "export const a = fetch('x');",
  'project/derived-owners':
    'class Shown {\n  readonly a = $derived(1);\n}\nexport const make = () => new Shown();',
  'project/import-borders': "export * from '../store/store.ts';",
  'project/own-process': "test('a', async ({ app }) => { await app.close(); });",
  'project/people-input': "await box.fill('text');",
  'typescript/no-explicit-any': 'export type A = any;',
  'typescript/consistent-type-assertions': 'export const f = (a: unknown) => <string>a;',
  'typescript/no-floating-promises': `${promise}load();`,
  'typescript/switch-exhaustiveness-check':
    "export function f(a: 'b' | 'c') { switch (a) { case 'b': return 1; } return 2; }",
  'typescript/no-unsafe-assignment': `${unknownType}export const a: string = given;`,
  'no-undef': 'export const a = nowhere;',
};

/** Rules for tests, or for the window, alone. */
const ofPlaces: Readonly<Record<string, { folder: string; ending: string }>> = {
  'no-restricted-imports': { folder: 'test/unit', ending: 'test.ts' },
  'project/derived-owners': { folder: 'renderer', ending: 'svelte.ts' },
  'project/own-process': { folder: 'test/e2e', ending: 'spec.ts' },
  'project/people-input': { folder: 'test/e2e', ending: 'ts' },
};

/** A file that the rule holds for. */
function fileOf(rule: string): string {
  const { folder, ending } = ofPlaces[rule] ?? {
    folder: 'main/data-service',
    // The compiler stands in for it where it reads the code.
    ending: rule === 'no-undef' ? 'js' : 'ts',
  };
  return `${folder}/${rule.replace('/', '-')}.${ending}`;
}

const reportSchema = z.object({
  diagnostics: z.array(
    z.looseObject({ code: z.string().optional(), filename: z.string(), message: z.string() }),
  ),
});

let found: { file: string; rule: string }[];

beforeAll(() => {
  const folder = makeTemporaryFolder('lint');
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('oxlint.config.ts', `export { default } from '${path.join(projectFolder, 'oxlint.config.ts')}';`);
  write(
    'tsconfig.json',
    JSON.stringify({
      extends: path.join(projectFolder, 'tsconfig.json'),
      compilerOptions: { types: [] },
      include: ['.'],
    }),
  );
  for (const [rule, code] of Object.entries(rules)) write(fileOf(rule), `${code}\n`);
  const { stdout } = spawnSync(
    process.execPath,
    [packageProgram('oxlint', 'bin', 'oxlint'), '--format=json'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  found = reportSchema.parse(JSON.parse(stdout)).diagnostics.map(({ code = '', filename, message }) => ({
    file: filename,
    rule: code === '' ? message : code.replace(/^(?:eslint\()?(.*?)\)?$/, '$1').replace('(', '/'),
  }));
});

describe('oxlint', () => {
  it('has code here for each rule of the project', () => {
    const switchedOn = (configuration.overrides ?? []).flatMap(({ rules = {} }) => Object.keys(rules));
    const own = switchedOn.filter((rule) => rule.startsWith('project/'));
    expect(own.length).toBeGreaterThan(0);
    expect(Object.keys(rules)).toEqual(expect.arrayContaining(own));
  });

  it.each(Object.keys(rules))('refuses what breaks %s', (rule) => {
    expect(found.filter(({ file }) => file === fileOf(rule)).map((one) => one.rule)).toContain(rule);
  });
});
