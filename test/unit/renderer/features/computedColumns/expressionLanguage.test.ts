import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { usable } from '../../../../../preload/contract/expressions/fields.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { expressionCompletion } from '../../../../../renderer/features/computedColumns/expressionLanguage.ts';

/** The text once the first completion of what stands before the cursor was taken; null where nothing is proposed. */
async function completed(text: string): Promise<string | null> {
  const state = EditorState.create({ doc: text });
  const result: CompletionResult | null = await expressionCompletion(resources.assets)(
    new CompletionContext(state, text.length, false),
  );
  const [first] = result?.options ?? [];
  return result === null || first === undefined ? null : text.slice(0, result.from) + first.label;
}

describe('the completion of an expression', () => {
  it('replaces all words of a label that were typed by its field', async () => {
    for (const typed of ['circulating market', 'Circulating market val'])
      expect(await completed(typed)).toBe('circulating_market_value_dollar');
    expect(await completed('2 * round(management fee')).toMatch(
      /^2 \* round\((?!management )\w*management_fee\w*$/,
    );
  });

  it('finds each field by its whole label', async () => {
    const fields = usable(resources.assets).filter(
      ({ label }) => / /.test(label) && /^[A-Za-z ]+$/.test(label),
    );
    const names = await Promise.all(
      fields.map(async ({ label, name }) => ({ label, name, text: await completed(`1 + ${label}`) })),
    );
    expect(names.length).toBeGreaterThan(10);
    for (const { label, name, text } of names) expect(text, label).toBe(`1 + ${name}`);
  });

  it('takes words apart at operators, and a single word as before', async () => {
    expect(await completed('market_cap_dollar and circulating market')).toBe(
      'market_cap_dollar and circulating_market_value_dollar',
    );
    expect(await completed('12')).toBeNull();
    expect(await completed('"circulating market')).toBeNull();
  });
});
