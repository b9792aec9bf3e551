import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import ownRules from './build/lint/ownRules.ts';
import svelteConfig from './svelte.config.js';

export default ts.config(
  {
    ignores: [
      'out/',
      'dist/',
      'node_modules/',
      'test-results/',
      '.cache/',
      '.svelte-check/',
      'playwright-report/',
    ],
  },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    plugins: { project: ownRules },
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
    files: ['{main,preload,build}/**/*.ts', '{renderer,test}/**/*.{ts,svelte}'],
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
    files: ['renderer/**/*.{ts,svelte}', 'test/components/**/*.svelte'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['renderer/**/*.ts'],
    rules: { 'project/derived-owners': 'error' },
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
    files: ['test/e2e/**/*.spec.ts'],
    rules: { 'project/own-process': 'error' },
  },
  {
    files: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'vitest', importNames: ['test'], message: 'Tests are written with `it`.' }] },
      ],
    },
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
