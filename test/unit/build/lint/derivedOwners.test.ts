import path from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { derivedOwners } from '../../../../build/lint/derivedOwners.ts';

/** The rule for makers of classes with `$derived` members, seen at work on single lines. */

const linter = new Linter();
const filename = path.resolve('renderer/features/sql/any.svelte.ts');

function errors(code: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { project: { rules: { 'derived-owners': derivedOwners() } } },
    languageOptions: { parser: ts.parser as Linter.Parser },
    rules: { 'project/derived-owners': 'error' },
  };
  return linter.verify(code, config, { filename }).map(({ message }) => message);
}

const imported = "import { Workspace } from './workspace.svelte.ts';\n";
const declared = 'class Workspace {\n  readonly shown = $derived(1);\n}\n';

describe('a class with $derived members', () => {
  it.each([
    ['made in a function', 'export const workspaceOf = (bridge) => new Workspace(bridge);'],
    ['made in a method', 'class Other {\n  open() {\n    this.one = new Workspace();\n  }\n}'],
    ['made later by a field', 'class Other {\n  readonly open = () => new Workspace();\n}'],
  ])('is not %s, where a view may run that', (_, code) => {
    for (const before of [imported, declared])
      expect(errors(before + code)).toEqual([expect.stringContaining('Workspace has $derived members')]);
  });

  it.each([
    'export const workspaceOf = perWindow(({ bridge }, id) => new Workspace(bridge, id));',
    'class Other {\n  readonly one = new Workspace();\n}',
    'class Other {\n  constructor() {\n    this.one = new Workspace();\n  }\n}',
  ])('is made so: %s', (code) => {
    for (const before of [imported, declared]) expect(errors(before + code)).toEqual([]);
  });

  it('is no other class of its module', () => {
    expect(errors("import { Later } from '../../shell/later.ts';\nconst make = () => new Later(1);")).toEqual(
      [],
    );
    expect(errors(`${declared}class Plain {\n  readonly a = 1;\n}\nconst make = () => new Plain();`)).toEqual(
      [],
    );
  });
});
