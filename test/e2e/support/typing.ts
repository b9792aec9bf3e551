import type { Locator } from '@playwright/test';
import { expect } from '../fixtures/expect.ts';

/** Enters values as people do: by clicks and keys. What would set a value past the focus is refused by the linter. */

/**
 * Clicks a field and types a text over what it holds, key by key. Fails where the field loses the focus on the way or holds another text
 * in the end.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await typeOver(field, text);
}

/** Types a text over what the field with the focus holds, which must be `field`: for those that have the focus when they appear. */
export async function typeOver(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await expect(field).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await keyboard.type(text);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(text);
}

/** Presses Tab until an element has the focus. Fails where no press of a hundred reaches it. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 100 && !(await hasFocus()); presses += 1)
    await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Puts a text on the clipboard, clicks a field and pastes it there. */
export async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.click();
  await page.keyboard.press('ControlOrMeta+v');
}

/** Types over what the code editor holds. The brackets and quotation marks that it closes by itself are typed over as well. */
export async function typeCode(editor: Locator, code: string): Promise<void> {
  const { keyboard } = editor.page();
  await editor.click();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await keyboard.type(code);
  await expect(editor).toBeFocused();
  await expect(editor).toContainText(code);
}

/** Clicks what a code editor proposes: not while it is computed anew, when it takes no click. */
export async function takeProposal(editor: Locator, name: string | RegExp): Promise<void> {
  const proposals = editor.page().locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)');
  await proposals.getByRole('option', { name }).click();
}

/** Types a day, as YYYY-MM-DD, over what a field for dates holds, in the order that the field asks for. */
export async function typeDay(field: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const example = (await field.getAttribute('placeholder')) ?? '';
  await typeInto(field, example.replace('YYYY', year).replace('MM', month).replace('DD', date));
}

/** Chooses an entry of a native select: a click opens the list, the first letters find the entry, Enter takes it. */
export async function choose(select: Locator, label: string): Promise<void> {
  const { keyboard } = select.page();
  await select.click();
  await expect(select).toBeFocused();
  // After a second without a letter the list begins a new word: none waits for the one before.
  await Promise.all([...label].map((letter) => keyboard.press(letter)));
  await keyboard.press('Enter');
  await expect(select.locator('option:checked')).toHaveText(label);
}

/**
 * Does what the linter forbids in tests of the window, such as setting a value without keys.
 * @param _reason why a person's way does not do here, as a sentence
 */
export function unlikePeople<Result>(_reason: string, act: () => Result): Result {
  return act();
}
