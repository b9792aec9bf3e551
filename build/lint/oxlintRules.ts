import type { OxlintConfig, OxlintOverride } from 'oxlint';
import type { ConfigArray } from 'typescript-eslint';

type Part = ConfigArray[number];
type Rules = NonNullable<OxlintOverride['rules']>;

/** Rules for which oxlint has another name, or none (null). */
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
  // Modules are strict: the parser refuses all four.
  'no-octal': null,
  'no-dupe-args': null,
  'no-delete-var': null,
  'no-nonoctal-decimal-escape': null,
  // Switched off, and replaced by another long ago.
  'no-new-symbol': null,
};

/**
 * Says a configuration of ESLint as one of oxlint, so that each rule is stated once. Rules for components stay with ESLint. A rule that
 * oxlint does not know ends its run.
 * @param pluginFile absolute; the module with the project's own rules
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

/** Whether all that a part of the configuration says is which files no linter reads. */
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
