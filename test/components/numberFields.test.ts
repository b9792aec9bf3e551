import { page, userEvent, type Locator } from 'vitest/browser';
import { expect, it, vi } from 'vitest';
import { recordCells } from '../../renderer/fields/copyText.ts';
import type { FormatSettings } from '../../renderer/format/intl.ts';
import { compactFigure, fullFigure, readableFigure } from '../../renderer/format/numbers.ts';
import NumberBoxes from './NumberBoxes.svelte';
import { show } from './show.ts';
import { withFormats } from '../support/withFormats.ts';

const amount = page.getByRole('textbox', { name: 'Amount' });
const share = page.getByRole('textbox', { name: 'Share' });
const hours = page.getByRole('textbox', { name: 'Hours' });
const condition = page.getByRole('textbox', { name: 'Condition' });

function open(settings: Partial<FormatSettings> = {}) {
  withFormats(settings);
  const values: Record<string, unknown> = {};
  const onsubmit = vi.fn();
  const hide = show(NumberBoxes, {
    onsubmit,
    onvalue: (box: string, value: unknown) => (values[box] = value),
  });
  return { values, onsubmit, hide };
}

async function copy(text: string): Promise<void> {
  const area = document.createElement('textarea');
  document.body.append(area);
  area.value = text;
  area.select();
  await userEvent.copy();
  area.remove();
}

async function pasteOver(box: Locator): Promise<void> {
  await box.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.paste();
}

it.each(['comma', 'point', 'space', 'system'] as const)(
  'what the app shows with %s is pasted into each box as what it is',
  async (numbers) => {
    for (const currency of ['symbol', 'code'] as const) {
      const { values, hide } = open({ numbers, currency });
      const dollars = { unit: 'dollar' } as const;
      for (const [text, meant] of [
        [fullFigure(1234.56, dollars), 1234.56],
        [readableFigure(250_000, dollars), 250_000],
        [compactFigure(1_230_000_000, dollars), 1_230_000_000],
        [fullFigure(1_234_567), 1_234_567],
      ] as const) {
        await copy(text);
        await pasteOver(amount);
        await expect.poll(() => values['amount'], { message: text, timeout: 3000 }).toBe(meant);
        await userEvent.tab();
        // Left, the box has the figure grouped, and that is pasted again.
        await expect.element(amount).toHaveValue(fullFigure(meant));
        await pasteOver(condition);
        await expect.poll(() => values['condition'], { message: text, timeout: 3000 }).toBe(meant);
        await copy(`${text}\n${fullFigure(0.5)}`);
        await page.getByRole('button', { name: /^List/ }).click();
        await pasteOver(page.getByRole('textbox', { name: /One value a line/ }));
        await expect.poll(() => values['list'], { message: text, timeout: 3000 }).toEqual([meant, 0.5]);
        await userEvent.keyboard('{Escape}');
      }
      hide();
    }
  },
);

it.each(['comma', 'point', 'space', 'system'] as const)(
  'a cell that is copied with %s is pasted into each box as what it is',
  async (numbers) => {
    const { values } = open({ numbers });
    const fields = [{ name: 'price', label: 'Price' }];
    for (const price of [29.955, 1234.567, 1_234_567.5]) {
      const cells = recordCells([{ id: 1, price: { val: price } }], fields, false);
      await copy(cells.text);
      for (const [box, name] of [
        [amount, 'amount'],
        [condition, 'condition'],
      ] as const) {
        await pasteOver(box);
        await expect.poll(() => values[name], { message: cells.text, timeout: 3000 }).toBe(price);
      }
    }
  },
);

it('the wheel scrolls the page and leaves each value', async () => {
  const { values } = open();
  for (const box of [amount, hours, condition]) {
    await box.click();
    const before = box.element() instanceof HTMLInputElement ? (box.element() as HTMLInputElement).value : '';
    const { scrollY } = window;
    await userEvent.wheel(box, { delta: { y: 100 }, times: 3 });
    await expect.poll(() => window.scrollY).toBeGreaterThan(scrollY);
    await expect.element(box).toHaveValue(before);
    window.scrollTo(0, 0);
  }
  expect(values).toEqual({});
});

it('arrow keys and page keys step, within the bounds', async () => {
  const { values } = open();
  await amount.click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(amount).toHaveValue('110,000');
  await userEvent.keyboard('{PageDown}{ArrowDown}');
  expect(values['amount']).toBe(9000);
  await hours.click();
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{Enter}');
  expect(values['hours']).toBe(1);
  await condition.click();
  await userEvent.keyboard('20k{ArrowUp}');
  expect(values['condition']).toBe(21_000);
});

it('a number whose beginning counted as it was typed is refused as a whole', async () => {
  const { values } = open();
  await amount.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}2.5m');
  await expect.poll(() => values['amount']).toBe(2_500_000);
  await userEvent.keyboard('illionen{Tab}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Enter a number from 0 to 1,000,000,000,000,000.');
  await expect.element(amount).toHaveValue('2.5millionen');
  expect(values['amount']).toBe(100_000);
  await amount.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(amount).toHaveValue('100,000');
});

it('a refused number is reported, and the same click sends neither the old value nor the new one', async () => {
  const { values, onsubmit } = open({ numbers: 'point' });
  await hours.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}1,5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 2.160.');
  expect(onsubmit).not.toHaveBeenCalled();
  expect(values).toEqual({});
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(hours).toHaveFocus();
  await expect.element(hours).toHaveValue('1,5');
  expect(onsubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}15');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(onsubmit).toHaveBeenCalledTimes(1);
  expect(values).toEqual({ hours: 15 });
});

it('no second click or key sends the earlier number under one that was refused', async () => {
  const { values, onsubmit } = open();
  await hours.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}1.5');
  const run = page.getByRole('button', { name: 'Run' });
  for (const press of [
    () => run.click(),
    () => run.click(),
    () => userEvent.keyboard('{Enter}'),
    () => userEvent.keyboard('{ControlOrMeta>}{Enter}{/ControlOrMeta}'),
  ]) {
    await press();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(hours).toHaveFocus();
    expect(onsubmit).not.toHaveBeenCalled();
    await condition.click();
    await expect.element(condition).toHaveFocus();
  }
  await hours.click();
  await userEvent.keyboard('{Escape}');
  await run.click();
  expect(onsubmit).toHaveBeenCalledTimes(1);
  expect(values).toEqual({});
});

it('a refused number in a field that was switched off holds nothing up, and is there again with its field', async () => {
  const { values, onsubmit } = open();
  await hours.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}1.5{Tab}');
  const off = page.getByRole('checkbox', { name: 'No hours' });
  await off.click();
  await page.getByRole('button', { name: 'Save' }).click();
  expect(onsubmit).toHaveBeenCalledTimes(1);
  expect(values).toEqual({});
  await off.click();
  await expect.element(hours).toHaveValue('1.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(hours).toHaveFocus();
  expect(onsubmit).toHaveBeenCalledTimes(1);
});

it('a refused number is not sent by keyboard alone', async () => {
  const { onsubmit } = open();
  await hours.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}1.5{Tab}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save' });
  for (let steps = 0; steps < 10 && document.activeElement !== save.element(); steps += 1)
    await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(hours).toHaveFocus();
  expect(onsubmit).not.toHaveBeenCalled();
});

it.each([
  ['point', '0.500', '0,5'],
  ['comma', '0,500', '0.5'],
] as const)('%s: %s is a half, says so beside the field, and is no count', async (numbers, typed, half) => {
  const { values } = open({ numbers });
  for (const box of [amount, condition, hours]) {
    await box.click();
    await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${typed}`);
  }
  await expect.element(page.getByText(`$${half}`, { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(`Enter a whole number from 1 to ${fullFigure(2160)}.`);
  expect(values).toEqual({ amount: 0.5, condition: 0.5 });
});

it.each(['10%', '10 years'])(
  '%s is refused where the figures have another unit, with a sentence',
  async (typed) => {
    const { values } = open();
    for (const [box, sentence] of [
      [amount, 'Enter a number from 0 to 1,000,000,000,000,000 in US dollars.'],
      [hours, 'Enter a whole number from 1 to 2,160.'],
    ] as const) {
      await box.click();
      await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${typed}{Enter}`);
      await expect
        .element(page.getByRole('alert'))
        .toHaveTextContent(`“${typed}” has another unit. ${sentence}`);
      await userEvent.keyboard('{Escape}');
    }
    expect(values['hours']).toBeUndefined();
    expect(values['amount'] === undefined || values['amount'] === 100_000).toBe(true);
    await condition.click();
    await userEvent.keyboard(typed);
    expect(values['condition']).toBe(typed);
    await page.getByRole('button', { name: /^List/ }).click();
    await page.getByRole('textbox', { name: /One value a line/ }).click();
    await userEvent.keyboard(`7;${typed}`);
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent(
        `1 value, 1 not added: ${typed}. Write one number in US dollars a line, or semicolons between them.`,
      );
    expect(values['list']).toEqual([7]);
  },
);

it('a percentage is taken with its sign and without it, and no amount of dollars for it', async () => {
  const { values } = open();
  await share.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}10%{Enter}');
  expect(values['share']).toBe(10);
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}12{Enter}');
  expect(values['share']).toBe(12);
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}$15{Enter}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('“$15” has another unit. Enter a number, such as 1,234.5 in percent.');
  expect(values['share']).toBe(12);
});

it.each([
  ['point', '12.34', '$12,34'],
  ['point', '12,34', null],
  ['comma', '12.34', null],
] as const)(
  '%s: %s in a condition has beside it how it is read, unless it says the same',
  async (numbers, typed, reading) => {
    const { values } = open({ numbers });
    await condition.click();
    await userEvent.keyboard(typed);
    await expect.poll(() => values['condition']).toBe(12.34);
    const shown = page.getByText(/^\$12[.,]34$/);
    if (reading === null) await expect.element(shown).not.toBeInTheDocument();
    else await expect.element(shown).toHaveTextContent(reading);
  },
);
