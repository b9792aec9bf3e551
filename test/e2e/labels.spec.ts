import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { exportFile } from './pages/files.ts';
import { typeInto } from './support/typing.ts';

/** Writes a label and a note on the open record by keyboard. */
async function annotate(page: Page, label: string, note: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Label and note' });
  await page.keyboard.press('n');
  await typeInto(dialog.getByRole('textbox', { name: 'Label' }), label);
  await typeInto(dialog.getByRole('textbox', { name: 'Note' }), note);
  await dialog.getByRole('button', { name: 'Save label' }).click();
  await expect(dialog).toBeHidden();
}

test('labels and notes are listed, found, edited, exported and removed', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.open('Labels');
  await expect(page.getByRole('heading', { name: 'No labels yet' })).toBeVisible();

  await explorer.openRows('Assets');
  const [first = '', second = ''] = await explorer.column('Name');
  await explorer.openFirst('Assets');
  await explorer.showsRecord(`Asset ${first}`);
  await annotate(page, 'Watch closely', 'Asked the issuer, no answer');
  await explorer.cell('Assets', 1).click();
  await explorer.showsRecord(`Asset ${second}`);
  await annotate(page, 'Done', '');

  await explorer.open('Labels');
  const table = page.getByRole('table', { name: 'Labels and notes' });
  // The latest first, each under the name of its record.
  await expect(table.getByRole('rowheader').getByRole('button')).toHaveText([second, first]);

  await page.keyboard.press('/');
  await typeInto(page.getByRole('searchbox', { name: 'Find a label or note' }), 'issuer closely');
  await expect(table.getByRole('rowheader').getByRole('button')).toHaveText([first]);

  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export labels and notes' });
  await expect(dialog.getByRole('cell', { name: 'Watch closely' })).toBeVisible();
  const text = await readFile(await exportFile(app, 'labels.csv'), 'utf8');
  expect(text).toContain('Asked the issuer, no answer');
  expect(text).not.toContain('Done');

  const edit = page.getByRole('button', { name: `Edit label and note of ${first}` });
  await edit.click();
  const editor = page.getByRole('dialog', { name: 'Label and note' });
  const label = editor.getByRole('textbox', { name: 'Label' });
  await typeInto(label, 'Closely watched');
  // Escape keeps what is entered, Cancel does not.
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await edit.click();
  await expect(label).toHaveValue('Closely watched');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await edit.click();
  await expect(label).toHaveValue('Watch closely');
  await typeInto(label, 'Closely watched');
  await editor.getByRole('button', { name: 'Save label' }).click();
  await expect(table.getByRole('row').filter({ hasText: first })).toContainText('Closely watched');

  await page.getByRole('button', { name: `Remove label and note of ${first}` }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await table.getByRole('rowheader').getByRole('button', { name: second }).click();
  await expect(page.getByRole('region', { name: `Asset ${second}` })).toBeVisible();
});
