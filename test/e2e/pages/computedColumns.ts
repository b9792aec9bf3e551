import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures/expect.ts';
import { Explorer } from './explorer.ts';
import { typeCode, typeInto } from '../support/typing.ts';

/** The dialog of a computed column of assets. */

const computedDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'New computed column of assets' });

/** Opens it from the list of columns. */
export async function openComputedDialog(page: Page): Promise<Locator> {
  const chooser = await new Explorer({ window: page }).openColumns();
  await chooser.getByRole('button', { name: 'New computed column…' }).click();
  await expect(computedDialog(page)).toBeVisible();
  return computedDialog(page);
}

export async function addComputedColumn(page: Page, name: string, expression: string): Promise<void> {
  const dialog = await openComputedDialog(page);
  await typeInto(dialog.getByRole('textbox', { name: 'Name' }), name);
  await typeCode(dialog.getByRole('textbox', { name: 'Expression' }), expression);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
}
