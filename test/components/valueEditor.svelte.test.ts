import { flushSync } from 'svelte';
import { page, userEvent } from 'vitest/browser';
import { expect, it } from 'vitest';
import type { ConditionValue } from '../../preload/contract/query.ts';
import ValueEditor from '../../renderer/query/conditions/ValueEditor.svelte';
import { catalogueFields, type BuilderField } from '../../renderer/query/fields.ts';
import { show } from './show.ts';

it('the box of a field that becomes known keeps its text and the focus while the user types', async () => {
  const known = catalogueFields('transactions').find(({ name }) => name === 'usd_amount');
  const condition = $state({
    field: undefined as BuilderField | undefined,
    operator: 'equals',
    value: '' as ConditionValue,
    invalid: false,
    now: 0,
    lookup: undefined,
    onchange: (value: ConditionValue) => {
      condition.value = value;
    },
  });
  show(ValueEditor, condition);
  const box = page.getByRole('textbox', { name: 'Value of the condition' });
  await box.click();
  await userEvent.keyboard('12');
  condition.field = known;
  flushSync();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('34');
  await expect.element(box).toHaveValue('1234');
  await userEvent.tab();
  await expect.element(page.getByRole('textbox', { name: 'Value of Value' })).toHaveValue('1234');
  expect(condition.value).toBe(1234);
});
