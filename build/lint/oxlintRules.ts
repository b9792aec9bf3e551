import type { OxlintConfig, OxlintOverride } from 'oxlint';
import type { ConfigArray } from 'typescript-eslint';

type Part = ConfigArray[number];
type Rules = NonNullable<OxlintOverride['rules']>;

/** Rules with another name in oxlint, or none (null). */
const names: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(
    [
      'no-array-constructor',
      'no-empty-function',
      'no-unused-expressions',
      'no-unused-vars',
      'no-useless-constructor',
    ].map((name) => [`@typescript-eslint/${name}`, name]),
  ),
  'no-restricted-syntax': 'import/first',
  // The parser refuses these in modules.
  'no-octal': null,
  'no-dupe-args': null,
  'no-delete-var': null,
  'no-nonoctal-decimal-escape': null,
  // Deprecated, off, and replaced.
  'no-new-symbol': null,
};

/**
 * Converts an ESLint configuration for oxlint, so that each rule is stated once. ESLint keeps the rules for
 * components. A rule unknown to oxlint ends its run.
 * @param pluginFile absolute path of the project's own rules
 */
export function oxlintRules(configuration: readonly Part[], pluginFile: string): OxlintConfig {
  return {
    plugins: ['typescript', 'import'],
    jsPlugins: [pluginFile],
    options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
    categories: { correctness: 'off' },
    ignorePatterns: ['**/*.svelte', ...configuration.flatMap((one) => (isIgnored(one) ? one.ignores : []))],
    overrides: configuration.flatMap((one) => (isIgnored(one) ? [] : [override(one)])),
  };
}

function isIgnored(one: Part): one is { ignores: string[] } {
  return one.ignores !== undefined && one.rules === undefined && one.languageOptions === undefined;
}

function override({ files = ['**/*'], ignores, languageOptions, rules = {} }: Part): OxlintOverride {
  return {
    files: files.flat(),
    ...(ignores === undefined ? {} : { excludeFiles: ignores }),
    globals: Object.fromEntries(
      Object.entries(languageOptions?.['globals'] ?? {}).map(([name, writable]) => [
        name,
        writable === true ? 'writable' : 'readonly',
      ]),
    ),
    rules: translated(rules),
  };
}

function translated(rules: NonNullable<Part['rules']>): Rules {
  const entries = Object.entries(rules).flatMap(([name, setting]) => {
    const oxlint = name in names ? names[name] : name.replace(/^@typescript-eslint\//, 'typescript/');
    if (typeof oxlint !== 'string' || setting === undefined || name.startsWith('svelte/')) return [];
    return [[oxlint, oxlint === 'import/first' ? 'error' : setting]];
  });
  return Object.fromEntries(entries) as Rules;
}
