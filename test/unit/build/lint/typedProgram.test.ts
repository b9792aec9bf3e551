import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { typedProgram } from '../../../../build/lint/typedProgram.ts';
import svelteConfig from '../../../../svelte.config.js';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('the types that the linter knows', () => {
  it('reach into components and modules with runes', async () => {
    const folder = makeTemporaryFolder('lint');
    const write = (file: string, text: string): void => {
      writeFileSync(path.join(folder, file), text);
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, module: 'esnext' } }));
    write('load.ts', `export async function load(): Promise<string> { return 'loaded'; }\n`);
    write('state.svelte.ts', `import { load } from './load';\nlet text = $state('');\nload();\n`);
    write(
      'View.svelte',
      `<script lang="ts">\n  import { load } from './load';\n  let text = $state('');\n  load();\n</script>\n<p>{text}</p>\n`,
    );
    const files = ['View.svelte', 'state.svelte.ts'];
    const program = typedProgram(
      path.join(folder, 'tsconfig.json'),
      files.map((file) => path.join(folder, file)),
    );
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      baseConfig: [
        ...svelte.configs.base,
        {
          files: ['**/*.svelte', '**/*.svelte.ts'],
          plugins: { '@typescript-eslint': ts.plugin as ESLint.Plugin },
          languageOptions: {
            parserOptions: {
              parser: ts.parser,
              extraFileExtensions: ['.svelte'],
              svelteConfig,
              programs: [program],
            },
          },
          rules: { '@typescript-eslint/no-floating-promises': 'error' },
        },
      ],
    });
    const results = await eslint.lintFiles(files);
    expect(
      results.map(({ filePath, messages }) => [
        path.basename(filePath),
        messages.map(({ ruleId, line }) => [ruleId, line]),
      ]),
    ).toEqual([
      ['View.svelte', [['@typescript-eslint/no-floating-promises', 4]]],
      ['state.svelte.ts', [['@typescript-eslint/no-floating-promises', 3]]],
    ]);
  });
});
