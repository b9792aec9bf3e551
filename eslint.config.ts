import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { importBorders } from './build/lint/importBorders.ts';
import { peopleInput } from './build/lint/peopleInput.ts';
import svelteConfig from './svelte.config.js';

/**
 * Who may import whom. Each module names the modules it may import; a module may always import itself.
 * `electron` in a list allows the module `electron`. Nothing outside `test` may import `test`.
 */
export const modules: Record<string, readonly string[]> = {
  'preload/contract': [],
  'preload/index.ts': ['preload/contract', 'electron'],
  renderer: ['preload/contract'],
  'renderer/app': ['preload/contract', 'renderer'],
  'renderer/format': ['preload/contract'],
  'renderer/fields': ['preload/contract', 'renderer/format'],
  'renderer/ui': [
    'preload/contract',
    'renderer/format',
    'renderer/fields',
    'renderer/app/values/ExternalLink.svelte',
  ],
  'renderer/features': [
    'preload/contract',
    'renderer/bridge.ts',
    'renderer/app',
    'renderer/ui',
    'renderer/fields',
    'renderer/format',
  ],
  'main/platform': ['preload/contract'],
  'main/data-service': ['preload/contract'],
  'main/store': ['preload/contract', 'main/platform'],
  'main/sample-service': ['preload/contract', 'main/platform', 'main/store/query'],
  'main/features/metadata': ['preload/contract', 'main/data-service', 'main/store'],
  'main/features/records': ['preload/contract', 'main/data-service', 'main/store', 'main/features/metadata'],
  'main/features/aggregates': [
    'preload/contract',
    'main/data-service',
    'main/store',
    'main/features/records',
  ],
  'main/features/search': ['preload/contract', 'main/data-service', 'main/store', 'main/features/records'],
  'main/features/jobs': ['preload/contract'],
  'main/features/sync': [
    'preload/contract',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/features/records',
  ],
  'main/features/caches': ['preload/contract', 'main/store', 'main/features/sync'],
  'main/features/changes': ['preload/contract', 'main/store'],
  'main/features/annotations': ['preload/contract', 'main/store'],
  'main/features/savedQueries': ['preload/contract', 'main/platform', 'main/store'],
  'main/features/connections': ['preload/contract', 'main/platform', 'main/data-service', 'main/store'],
  'main/features/encryption': ['preload/contract', 'main/platform', 'main/store'],
  'main/features/icons': ['preload/contract', 'main/data-service'],
  'main/features/updates': ['preload/contract', 'main/platform'],
  'main/features/support': ['preload/contract', 'main/platform', 'main/services.ts'],
  'main/features/watchlists': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/records',
  ],
  'main/features/exports': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/features/records',
  ],
  'main/electron': ['preload/contract', 'main', 'electron'],
  'main/cli': ['preload/contract', 'main'],
  'main/*.ts': ['preload/contract', 'main'],
};

export default ts.config(
  { ignores: ['out/', 'dist/', 'node_modules/', 'test-results/', '.cache/', 'playwright-report/'] },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    plugins: {
      project: {
        rules: {
          'import-borders': importBorders(import.meta.dirname, modules),
          'people-input': peopleInput(),
        },
      },
    },
    languageOptions: { globals: globals.es2024 },
    rules: {
      'project/import-borders': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Program, SvelteScriptElement) > :not(ImportDeclaration) ~ ImportDeclaration',
          message: 'Imports come first.',
        },
      ],
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/ban-ts-comment': 'error',
    },
  },
  {
    files: ['main/**/*.ts', 'preload/**/*.ts', 'test/**/*.{ts,mjs}', 'build/**/*.{ts,mjs}', '*.{ts,js}'],
    languageOptions: { globals: globals.node },
  },
  {
    // Rules that need types: promises that nobody waits for, unions not covered.
    files: ['main/**/*.ts', 'preload/**/*.ts', 'test/**/*.ts', 'build/**/*.ts', 'renderer/**/*.{ts,svelte}'],
    ignores: ['test/{chromium-shell/fixture,runtime/app}/**'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/only-throw-error': 'error',
    },
  },
  {
    // In the markup of components the types of snippets are not known to the linter; svelte-check sees to them.
    files: ['main/**/*.ts', 'preload/**/*.ts', 'test/**/*.ts', 'build/**/*.ts', 'renderer/**/*.ts'],
    ignores: ['test/{chromium-shell/fixture,runtime/app}/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
    },
  },
  {
    // Requests leave by the transport that is handed in, which honours the system's proxy and certificates.
    files: ['main/**/*.ts', 'preload/**/*.ts', 'renderer/**/*.{ts,svelte}'],
    ignores: ['main/cli.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({
          name,
          message: 'Requests leave by the transport of main/data-service alone.',
        })),
      ],
    },
  },
  {
    files: ['renderer/**/*.{ts,svelte}'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    // Tests that drive the window use mouse and keys, as people do.
    files: ['test/{e2e,runtime,security}/**/*.ts'],
    rules: { 'project/people-input': 'error' },
  },
  {
    // Bundles as a bundler leaves them, for the tests of the Chromium shell.
    files: ['test/{chromium-shell/fixture,runtime/app}/*.{js,cjs}'],
    languageOptions: { globals: globals.node },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Programs that speak to a terminal.
    files: ['main/cli.ts', 'main/cli/**/*.ts', 'build/**/*.{ts,mjs}', 'test/bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
