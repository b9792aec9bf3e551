import { page, userEvent } from 'vitest/browser';
import { expect, it, onTestFinished, vi } from 'vitest';
import Select from '../../renderer/ui/controls/Select.svelte';
import TabsOfRecord from './TabsOfRecord.svelte';
import { show } from './show.ts';

it('a select is found by its label and takes letters', async () => {
  const onchange = vi.fn();
  const options = ['Day', 'Week', 'Month'].map((label) => ({ value: label.toLowerCase(), label }));
  show(Select, { label: 'Interval', labelled: true, options, value: 'day', onchange });
  const select = page.getByRole('combobox', { name: 'Interval' });
  await expect.element(select).toHaveDisplayValue('Day');
  await userEvent.tab();
  await userEvent.keyboard('m');
  await expect.element(select).toHaveDisplayValue('Month');
  expect(onchange).toHaveBeenCalledWith('month');
});

it('a select shows a value that is not among its options', async () => {
  show(Select, { label: 'Interval', options: [{ value: 'day', label: 'Day' }], value: 'decade' });
  await expect.element(page.getByRole('combobox', { name: 'Interval' })).toHaveDisplayValue('decade');
});

it('arrows, Home and End select a tab and move the focus, and the panel has its name', async () => {
  show(TabsOfRecord, {});
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'History' })).toHaveFocus();
  await expect.element(page.getByRole('tabpanel', { name: 'History' })).toHaveTextContent('Shows History');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(page.getByRole('tabpanel', { name: 'Fields' })).toHaveTextContent('Shows Fields');
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true');
});

it.each(['Control', 'Alt', 'Meta'])('an arrow with %s is no tab’s: the app has it', async (modifier) => {
  const others: string[] = [];
  const listen = ({ key, defaultPrevented }: KeyboardEvent): void => {
    if (key.startsWith('Arrow') && !defaultPrevented) others.push(key);
  };
  document.addEventListener('keydown', listen);
  onTestFinished(() => {
    document.removeEventListener('keydown', listen);
  });
  show(TabsOfRecord, {});
  await userEvent.tab();
  await userEvent.keyboard(`{${modifier}>}{ArrowRight}{/${modifier}}`);
  await expect.element(page.getByRole('tab', { name: 'Fields' })).toHaveFocus();
  await expect.element(page.getByRole('tabpanel', { name: 'Fields' })).toHaveTextContent('Shows Fields');
  expect(others).toEqual(['ArrowRight']);
});
