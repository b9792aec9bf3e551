import { Linter } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { ownProcess } from '../../../../build/lint/ownProcess.ts';

/** The rule for end-to-end tests with a process of their own, seen at work on single lines. */

const linter = new Linter();

function errors(code: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { project: { rules: { 'own-process': ownProcess() } } },
    languageOptions: { parser: ts.parser as Linter.Parser },
    rules: { 'project/own-process': 'error' },
  };
  return linter.verify(code, config, { filename: 'test/e2e/any.spec.ts' }).map(({ message }) => message);
}

const border = '// Border: the main process is killed and starts again.\n';

describe('an end-to-end test with a process of its own', () => {
  it.each([
    ['app', "test('a', async ({ app }) => {});"],
    ['app', "test('a', async ({ app: { window } }, info) => {});"],
    ['app', 'test.beforeEach(async ({ app, startService }) => {});'],
    ['What this module starts', "import { startOnShell } from './fixtures/shellApp.ts';"],
  ])('names the border that it crosses: %s', (name, code) => {
    expect(errors(code)).toEqual([expect.stringContaining(`${name} has a process of its own.`)]);
    expect(errors(`// Border: process.\n${code}`)).toHaveLength(1);
    expect(errors(border + code)).toEqual([]);
  });

  it.each([
    "test('a', async ({ windowApp: app }) => {});",
    "test('a', async ({ startService }) => { const { app } = await startService(); });",
    "import { expect, test } from './fixtures/app.ts';",
  ])('is not %s', (code) => {
    expect(errors(code)).toEqual([]);
  });
});
