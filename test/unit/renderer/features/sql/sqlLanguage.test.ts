import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { sqlLanguage } from '../../../../../renderer/features/sql/sqlLanguage.ts';

it('words of statements that read are proposed, and none that SQLite does not have or that changes something', () => {
  const text = 'SELECT name o';
  const state = EditorState.create({ doc: text, extensions: sqlLanguage([]) });
  const sources = state.languageDataAt<(context: CompletionContext) => CompletionResult | null>(
    'autocomplete',
    text.length,
  );
  const results = sources.map((source) => source(new CompletionContext(state, text.length, true)));
  const proposed = results.flatMap((result) => result?.options.map(({ label }) => label.toUpperCase()) ?? []);
  expect(proposed).toEqual(expect.arrayContaining(['FROM', 'ORDER', 'OVER', 'LIMIT', 'WITH', 'TEXT']));
  for (const word of ['TIMEZONE_HOUR', 'DELETE', 'PRAGMA', 'LONGBLOB', 'SCANSTATS'])
    expect(proposed).not.toContain(word);
});
