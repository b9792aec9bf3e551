import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { componentsCheck, configurations, typeErrors } from '../../../../build/types/check.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** `npm run types` on a project that has the configurations of this one and few files, some with mistakes. */

/** What Electron has and the Chromium shell lacks: the code that uses it and the name in the error. */
const lacking: readonly (readonly [what: string, code: string, name: string])[] = [
  ['member', "import { app } from 'electron';\napp.setJumpList(null);", 'setJumpList'],
  ['module', "import { TouchBar } from 'electron';\nexport const bar = new TouchBar({});", 'TouchBar'],
  [
    'event',
    "import { app } from 'electron';\napp.on('gpu-info-update', () => undefined);",
    'gpu-info-update',
  ],
  [
    'option',
    "import { BrowserWindow } from 'electron';\nexport const window = new BrowserWindow({ kiosk: true });",
    'kiosk',
  ],
  ['entry', "import { Menu } from 'electron';\nMenu.buildFromTemplate([{ sublabel: 'more' }]);", 'sublabel'],
];

const files: Readonly<Record<string, string>> = {
  'preload/contract/clean.ts': `export const name: string = 'clean';`,
  'preload/contract/node.ts': `export const id = process.pid;`,
  'preload/contract/page.ts': `export const title = document.title;`,
  'main/service/wrong.ts': `export const name: string = 1;`,
  'main/service/page.ts': `export const title = document.title;`,
  'main/platform/keychain/clean.ts': `import keytar from 'keytar';\nexport const key: Promise<string | null> = keytar.getPassword('clean', 'it');`,
  'main/electron/clean.ts': `import '../platform/keychain/clean.ts';\nimport { app } from 'electron';\nexport const name: string = app.getName();`,
  ...Object.fromEntries(lacking.map(([what, code]) => [`main/electron/${what}.ts`, code])),
  'test/unit/wrong.test.ts': `export const done = (): void => { const unused = 1; };`,
  'test/e2e/wrong.spec.ts': `import { name } from '../../preload/contract/clean.ts';\nexport const tab: HTMLElement = name;`,
  'test/e2e/clean.spec.ts': `export const title = document.title + String(process.pid);`,
  'build/wrong.ts': `export const missing = nothing;`,
};

const components: Readonly<Record<string, string>> = {
  'Clean.svelte': `<script lang="ts">\n  let { count }: { count: number } = $props();\n</script>\n{count}`,
  'module.ts': `export const id = process.pid;`,
  'Script.svelte': `<script lang="ts">\n  export const wide: number = 'wide';\n</script>`,
  'Markup.svelte': `<script lang="ts">\n  import Clean from './Clean.svelte';\n</script>\n<Clean count="one" />`,
  'Picture.svelte': `<img src="picture.png" />`,
  'Style.svelte': `<p>text</p>\n<style>\n  b { color: red; }\n</style>`,
};

let project: string;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  writeFileSync(path.join(project, file), text);
}

beforeAll(() => {
  project = makeTemporaryFolder('types');
  // As `npm ci` leaves it where the optional dependency cannot be compiled.
  mkdirSync(path.join(project, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((one) => one !== 'keytar'))
    symlinkSync(path.resolve('node_modules', name), path.join(project, 'node_modules', name));
});

describe('the compiler', () => {
  /** What it says of each file, by configuration. */
  const errors = new Map<string, string[]>();

  beforeAll(() => {
    for (const [file, text] of Object.entries(files)) write(file, text);
    cpSync('main/platform/keychain/keytar.d.ts', path.join(project, 'main/platform/keychain/keytar.d.ts'), {
      recursive: true,
    });
    for (const configuration of configurations)
      cpSync(configuration, path.join(project, configuration), { recursive: true });
    // The module that stands in for Electron.
    write(
      'test/chromium-shell/electron.ts',
      `export * from '${path.resolve('test/chromium-shell/electron.ts')}';`,
    );
    for (const configuration of configurations) {
      for (const error of typeErrors(project, configuration)) {
        const [file = '', text = ''] = error.split(/\(\d+,\d+\): error TS\d+: /);
        errors.set(file, [...(errors.get(file) ?? []), text]);
      }
    }
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
    // Main's configuration and the contract's own.
    expect(errors.get('preload/contract/page.ts')).toEqual([
      expect.stringContaining("'document'"),
      expect.stringContaining("'document'"),
    ]);
    expect(errors.get('preload/contract/node.ts')).toEqual([expect.stringContaining("'process'")]);
  });

  it.each(lacking)('refuses a %s that Electron has and the Chromium shell lacks', (what, _code, name) => {
    expect(errors.get(`main/electron/${what}.ts`)).toEqual([expect.stringContaining(name)]);
  });

  it('finds nothing where nothing is wrong', () => {
    const wrong = Object.keys(files).filter((file) => !/clean/.test(file));
    expect([...errors.keys()].sort()).toEqual(wrong.sort());
  });
});

describe('the check of the components', () => {
  let report: string;

  beforeAll(() => {
    for (const [file, text] of Object.entries(components)) write(`renderer/${file}`, text);
    for (const file of ['wrong.test.ts', 'wrong.svelte.test.ts'])
      write(`test/components/${file}`, `export const wide: number = 'wide';`);
    const configurations = ['tsconfig.json', 'renderer/tsconfig.json', 'test/components/tsconfig.json'];
    for (const file of ['package.json', 'svelte.config.js', ...configurations])
      cpSync(file, path.join(project, file));
    const program = path.resolve('node_modules/svelte-check/bin/svelte-check');
    const { status, stdout } = spawnSync(
      process.execPath,
      [program, ...componentsCheck, '--output', 'machine'],
      {
        cwd: project,
        encoding: 'utf8',
      },
    );
    expect(status).toBe(1);
    report = stdout;
  });

  it.each([
    ['module.ts', /ERROR .*'process'/],
    ['Script.svelte', /ERROR .*'string' is not assignable to type 'number'/],
    ['Markup.svelte', /ERROR .*'string' is not assignable to type 'number'/],
    ['Picture.svelte', /WARNING .*alt/],
    ['Style.svelte', /WARNING .*Unused CSS selector/],
  ])('finds the mistake in %s', (file, message) => {
    const lines = report.split('\n').filter((line) => line.includes(`renderer/${file}"`));
    expect(lines).toEqual([expect.stringMatching(message)]);
  });

  it.each(['wrong.test.ts', 'wrong.svelte.test.ts'])('finds the mistake in the test %s', (file) => {
    expect(report).toMatch(new RegExp(`ERROR "test/components/${file}" .*'string' is not assignable`));
  });

  it('finds nothing where nothing is wrong', () => {
    expect(report).not.toContain('Clean.svelte"');
  });
});
