import { page, userEvent } from 'vitest/browser';
import { expect, it, vi } from 'vitest';
import type { CellFormat } from '../../preload/contract/cellFormats.ts';
import FormatDialog from '../../renderer/features/cellFormats/FormatDialog.svelte';
import { inferField, type ShownField } from '../../renderer/fields/infer.ts';
import { show } from './show.ts';

const figure: ShownField = { ...inferField('market_value', 1.5), type: 'metric', unit: 'dollar' };

function open(field: ShownField, format?: CellFormat): { applied: unknown[]; closed: () => boolean } {
  const applied: unknown[] = [];
  const onclose = vi.fn();
  show(FormatDialog, {
    field,
    format,
    onapply: (chosen: CellFormat | null) => applied.push(chosen),
    onclose,
  });
  return { applied, closed: () => onclose.mock.calls.length > 0 };
}

it('a scale is chosen and its ends typed by keys; the middle between them is checked', async () => {
  const { applied, closed } = open(figure);
  await expect.element(page.getByRole('combobox', { name: 'Format', exact: true })).toHaveFocus();
  await userEvent.keyboard('Colour{Tab}Low, m{Tab}Fixed{Tab}-1m{Tab}2m{Tab}1m{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The middle must be between the ends.');
  expect(applied).toEqual([]);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}0{Enter}');
  await expect.poll(closed).toBe(true);
  expect(applied).toEqual([{ kind: 'scale', ends: { from: -1_000_000, to: 1_000_000 }, middle: 0 }]);
});

it('thresholds are added up to five, each with another sign, and removed', async () => {
  const { applied, closed } = open(figure);
  await userEvent.keyboard('Thresholds{Tab}');
  const add = page.getByRole('button', { name: 'Add a threshold' });
  for (let number = 2; number <= 5; number += 1) await add.click();
  await expect.element(add).toBeDisabled();
  const signs = page.getByRole('combobox', { name: /^Sign of threshold/ });
  const marks = signs.elements().map((select) => (select instanceof HTMLSelectElement ? select.value : ''));
  expect(new Set(marks).size).toBe(5);
  await page.getByRole('button', { name: 'Remove threshold 5' }).click();
  await page.getByRole('button', { name: 'Remove threshold 4' }).click();
  await page.getByRole('button', { name: 'Remove threshold 2' }).click();
  await page.getByRole('textbox', { name: 'Value of threshold 1' }).click();
  await userEvent.keyboard('5m{Tab}{Tab}{Tab}{Tab}');
  await expect.element(page.getByRole('combobox', { name: 'Test of threshold 2' })).toHaveFocus();
  await userEvent.keyboard('{Tab}2{Tab}1{Enter}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Threshold 2: the upper bound must not be below the lower one.');
  await userEvent.keyboard('0{Enter}');
  await expect.poll(closed).toBe(true);
  expect(applied).toEqual([
    {
      kind: 'rules',
      rules: [
        { test: 'above', value: 5_000_000, tone: 'good', sign: 'up' },
        { test: 'between', from: 2, to: 10, tone: 'warning', sign: 'alert' },
      ],
    },
  ]);
});

it('a format is shown as it was applied, and taken away', async () => {
  const format: CellFormat = { kind: 'bar', ends: { from: -2_500_000, to: 1e12 } };
  const { applied, closed } = open(figure, format);
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('-2.5m');
  await expect.element(page.getByRole('textbox', { name: 'To' })).toHaveValue('1t');
  await userEvent.keyboard('None{Enter}');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(closed).toBe(true);
  expect(applied).toEqual([null]);
});

it('texts and yes and no have thresholds alone, and one that is empty is refused', async () => {
  const { applied } = open({ ...figure, type: 'text' });
  const kinds = page.getByRole('combobox', { name: 'Format', exact: true });
  await expect.element(kinds).toHaveTextContent('NoneThresholds');
  await userEvent.keyboard('Thresholds{Tab}{Tab} {Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Threshold 1 must be a text.');
  expect(applied).toEqual([]);
});

it('days are typed as the settings write them, and bounds that no calendar has leave the field empty', async () => {
  const { applied, closed } = open(
    { ...figure, type: 'date', unit: undefined },
    { kind: 'bar', ends: { from: -1e308, to: Date.UTC(2026, 4, 31) } },
  );
  const from = page.getByRole('textbox', { name: 'From' });
  await expect.element(from).toHaveValue('');
  await from.click();
  const example = from.element().getAttribute('placeholder') ?? '';
  const typed = example.replace('YYYY', '2025').replace('MM', '12').replace('DD', '24');
  await userEvent.keyboard(`${typed}{Tab}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(closed).toBe(true);
  expect(applied).toEqual([
    { kind: 'bar', ends: { from: Date.UTC(2025, 11, 24), to: Date.UTC(2026, 4, 31) } },
  ]);
});
