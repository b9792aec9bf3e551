import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageProgram, projectFolder } from '../../../../build/start/project.ts';
import configuration from '../../../../oxlint.config.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** Every rule of `eslint.config.ts` that oxlint follows, with code that breaks it. */

const promise = 'declare function load(): Promise<string>;\n';
const unknownType = 'declare const given: any;\n';

const typescript: Readonly<Record<string, string>> = {
  'for-direction': 'for (let i = 0; i < 9; i--) String(i);',
  'no-async-promise-executor': 'export const p = new Promise(async (done) => { done(await 1); });',
  'no-case-declarations':
    'export function f(a: number) { switch (a) { case 1: let b = a; return b; default: return 0; } }',
  'no-compare-neg-zero': 'export const f = (a: number) => a === -0;',
  'no-cond-assign': 'export function f(a: number) { if (a = 1) return a; return 0; }',
  'no-constant-binary-expression': 'export const f = (a: number) => (a + 1) ?? 2;',
  'no-constant-condition': "if ('yes') String(1);",
  'no-control-regex': 'export const r = /\\x00/;',
  'no-debugger': 'debugger;',
  'no-dupe-else-if': 'export function f(a: boolean) { if (a) return 1; else if (a) return 2; return 3; }',
  'no-duplicate-case':
    'export function f(a: number) { switch (a) { case 1: return 1; case 1: return 2; default: return 3; } }',
  'no-empty': 'if (Math.random() > 1) {}',
  'no-empty-character-class': 'export const r = /a[]/;',
  'no-empty-pattern': 'export const f = ({ a: {} }: { a: object }) => 1;',
  'no-empty-static-block': 'export class A { static {} a = 1; }',
  'no-ex-assign': 'try { String(1); } catch (e) { e = 2; String(e); }',
  'no-extra-boolean-cast': 'export const f = (a: number) => (!!a ? 1 : 2);',
  'no-fallthrough':
    'export function f(a: number) { switch (a) { case 1: String(a); case 2: return 2; default: return 3; } }',
  'no-global-assign': 'Object = null;',
  'no-invalid-regexp': "export const r = new RegExp('[');",
  'no-irregular-whitespace': 'export const a =\u00a01;',
  'no-loss-of-precision': 'export const a = 9007199254740993;',
  'no-misleading-character-class': 'export const r = /[👍]/;',
  'no-prototype-builtins': "export const f = (a: object) => a.hasOwnProperty('b');",
  'no-regex-spaces': 'export const r = /a  b/;',
  'no-restricted-imports': "import { test } from 'vitest'; test('a', () => {});",
  'no-self-assign': 'let a = 1; a = a; export { a };',
  'no-shadow-restricted-names': 'export const f = (undefined: number) => undefined;',
  'no-sparse-arrays': 'export const a = [1, , 2];',
  'no-unassigned-vars': 'let a: number | undefined; export const b = a;',
  'no-unexpected-multiline':
    'declare const a: (b: number) => number;\nexport const b = a\n(1 + 1).toString();',
  'no-unsafe-finally': 'export function f() { try { return 1; } finally { return 2; } }',
  'no-unsafe-optional-chaining': 'export const f = (a?: { b: () => number }) => (a?.b)();',
  'no-unused-labels': 'a: for (const b of [1]) String(b);',
  'no-unused-private-class-members': 'export class A { #a = 1; }',
  'no-unused-vars': 'const a = 1;',
  'no-useless-assignment': 'export function f() { let a = 1; a = 2; return a; }',
  'no-useless-backreference': 'export const r = /(?:\\1)(a)/;',
  'no-useless-catch': 'try { String(1); } catch (e) { throw e; }',
  'no-useless-escape': "export const a = '\\d';",
  'preserve-caught-error': "try { String(1); } catch (e) { throw new Error('other'); }",
  'require-yield': 'export function* f() { return 1; }',
  'use-isnan': 'export const f = (a: number) => a === NaN;',
  'valid-typeof': "export const f = (a: unknown) => typeof a === 'strnig';",
  'no-var': 'var a = 1; export { a };',
  'prefer-const': 'let a = 1; export { a };',
  'prefer-rest-params': 'export function f() { return String(arguments); }',
  'prefer-spread': 'export const f = (a: number[]) => Math.max.apply(Math, a);',
  'no-array-constructor': 'export const a = new Array(1, 2);',
  'no-unused-expressions': 'Math.random() + 1;',
  'no-useless-constructor': 'export class A { constructor() {} }',
  'no-empty-function': 'export function f() {}',
  'no-duplicate-imports': "import { a } from './a.ts';\nimport { b } from './a.ts';\nexport { a, b };",
  'import/first': "export const b = 1;\nimport { a } from './a.ts';\nexport { a };",
  'no-console': 'console.log(1);',
  eqeqeq: 'export const f = (a: unknown) => a == 1;',
  'no-restricted-globals': "export const a = fetch('x');",
  'project/import-borders': "export * from '../store/store.ts';",
  'project/own-process': "test('a', async ({ app }) => { await app.close(); });",
  'project/people-input': "await box.fill('text');",
  'typescript/ban-ts-comment': '// @ts-ignore\nexport const a: number = 1;',
  'typescript/no-duplicate-enum-values': 'export enum A { b = 1, c = 1 }',
  'typescript/no-dynamic-delete':
    'export const f = (a: Record<string, number>, b: string) => { delete a[b]; };',
  'typescript/no-empty-object-type': 'export type A = {};',
  'typescript/no-explicit-any': 'export type A = any;',
  'typescript/no-extra-non-null-assertion': 'export const f = (a?: { b: number }) => a!!.b;',
  'typescript/no-extraneous-class': 'export class A { static a = 1; }',
  'typescript/no-invalid-void-type': 'export type A = string | void;',
  'typescript/no-misused-new': 'export interface A { constructor(): A }',
  'typescript/no-namespace': 'export namespace A { export const b = 1; }',
  'typescript/no-non-null-asserted-nullish-coalescing': 'export const f = (a: { b?: number }) => a.b! ?? 1;',
  'typescript/no-non-null-asserted-optional-chain': 'export const f = (a?: { b?: number }) => a?.b!;',
  'typescript/no-non-null-assertion': 'export const f = (a?: number) => a!;',
  'typescript/no-require-imports': "export const a = require('./a.ts');",
  'typescript/no-this-alias': 'export function f(this: object) { const self = this; return self; }',
  'typescript/no-unnecessary-type-constraint': 'export type A<T extends unknown> = T[];',
  'typescript/no-unsafe-declaration-merging': 'export interface A { a: number }\nexport class A { b = 1; }',
  'typescript/no-unsafe-function-type': 'export type A = Function;',
  'typescript/no-wrapper-object-types': 'export type A = String;',
  'typescript/prefer-as-const': "export const a = 'b' as 'b';",
  'typescript/prefer-literal-enum-member': "export enum A { b = 'b'.length }",
  'typescript/prefer-namespace-keyword': 'declare module A { const b: number; }',
  'typescript/triple-slash-reference':
    '/// <reference path="./a.ts" />\nimport { a } from \'./a.ts\';\nexport { a };',
  'typescript/unified-signatures': 'export interface A { b(c: number): void; b(c: string): void }',
  'typescript/adjacent-overload-signatures':
    'export interface A { b(c: number): void; d: number; b(c: string, e: number): void }',
  'typescript/array-type': 'export type A = Array<string>;',
  'typescript/ban-tslint-comment': '// tslint:disable-next-line\nexport const a = 1;',
  'typescript/class-literal-property-style': "export class A { get b() { return 'c'; } }",
  'typescript/consistent-generic-constructors': 'export const a: Map<string, number> = new Map();',
  'typescript/consistent-indexed-object-style': 'export interface A { [key: string]: number }',
  'typescript/consistent-type-assertions': 'export const f = (a: unknown) => <string>a;',
  'typescript/consistent-type-definitions': 'export type A = { b: number };',
  'typescript/no-confusing-non-null-assertion': 'export const f = (a?: number) => a! == 1;',
  'typescript/no-inferrable-types': 'export const a: number = 1;',
  'typescript/prefer-for-of':
    'export function f(a: number[]) { for (let i = 0; i < a.length; i++) String(a[i]); }',
  'typescript/prefer-function-type': 'export interface A { (): void }',
  'typescript/consistent-type-imports': "import { A } from './a.ts';\nexport const f = (a: A) => String(a);",
  'typescript/no-floating-promises': `${promise}load();`,
  'typescript/no-misused-promises': `${promise}[1].forEach(async () => { await load(); });`,
  'typescript/await-thenable': 'export const a = await 1;',
  'typescript/switch-exhaustiveness-check':
    "export function f(a: 'b' | 'c') { switch (a) { case 'b': return 1; } return 2; }",
  'typescript/only-throw-error': "export function f() { throw 'a'; }",
  'typescript/no-unsafe-assignment': `${unknownType}export const a: string = given;`,
  'typescript/no-unsafe-argument': `${unknownType}Math.abs(given);`,
  'typescript/no-unsafe-call': `${unknownType}given();`,
  'typescript/no-unsafe-member-access': `${unknownType}export const a = String(given.b);`,
  'typescript/no-unsafe-return': `${unknownType}export const f = (): string => given;`,
};

/** Rules that the compiler stands in for where it reads the code. */
const javascript: Readonly<Record<string, string>> = {
  'constructor-super': 'export class A extends Map { constructor() { String(1); } }',
  'getter-return': 'export const a = { get b() { String(1); } };',
  'no-class-assign': 'class A {} A = 1; export { A };',
  'no-const-assign': 'const a = 1; a = 2; export { a };',
  'no-dupe-class-members': 'export class A { b() { return 1; } b() { return 2; } }',
  'no-dupe-keys': 'export const a = { b: 1, b: 2 };',
  'no-func-assign': 'function f() { return 1; } f = 2; export { f };',
  'no-import-assign': "import { a } from './a.ts';\na = 1;",
  'no-new-native-nonconstructor': 'export const a = new Symbol();',
  'no-obj-calls': 'export const a = Math();',
  'no-redeclare': 'var a = 1; var a = 2; export { a };',
  'no-setter-return': 'export const a = { set b(c) { return c; } };',
  'no-this-before-super': 'export class A extends Map { constructor() { this.a = 1; super(); } }',
  'no-undef': 'export const a = nowhere;',
  'no-unreachable': 'export function f() { return 1; String(1); }',
  'no-unsafe-negation': 'export const f = (a) => !a in { b: 1 };',
  'no-with': 'with (Math) { String(1); }',
};

/** Rules for tests alone. */
const ofTests: Readonly<Record<string, { folder: string; ending: string }>> = {
  'no-restricted-imports': { folder: 'test/unit', ending: 'test.ts' },
  'project/own-process': { folder: 'test/e2e', ending: 'spec.ts' },
  'project/people-input': { folder: 'test/e2e', ending: 'ts' },
};

/** A file that the rule holds for. */
function fileOf(rule: string): string {
  const { folder, ending } = ofTests[rule] ?? {
    folder: 'main/data-service',
    ending: rule in javascript ? 'js' : 'ts',
  };
  return `${folder}/${rule.replace('/', '-')}.${ending}`;
}

const reportSchema = z.object({
  diagnostics: z.array(
    z.looseObject({ code: z.string().optional(), filename: z.string(), message: z.string() }),
  ),
});

const rules = { ...typescript, ...javascript };
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
  it('has code here for each rule that is switched on', () => {
    const switchedOn = (configuration.overrides ?? []).flatMap(({ rules = {} }) =>
      Object.entries(rules)
        .filter(([, setting]) => ![setting].flat().includes('off'))
        .map(([rule]) => rule),
    );
    expect(Object.keys(rules).sort()).toEqual([...new Set(switchedOn)].sort());
  });

  it.each(Object.keys(rules))('refuses what breaks %s', (rule) => {
    expect(found.filter(({ file }) => file === fileOf(rule)).map((one) => one.rule)).toContain(rule);
  });
});
