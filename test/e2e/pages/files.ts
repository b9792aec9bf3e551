import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { WindowApp } from '../fixtures/app.ts';
import { readCsv } from '../fixtures/csv.ts';
import { expect } from '../fixtures/expect.ts';

/** Files that the window writes, into the folder of the app's user data. */

type App = Pick<WindowApp, 'window' | 'userDataDir' | 'answerSaveDialog'>;

/** Opens the export dialog of the view in front. */
export async function openExport(page: Page): Promise<Locator> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Export / });
  await exportRests(dialog);
  return dialog;
}

/** The export dialog has the first rows of what is chosen in it. It moves when they come: nothing is clicked before. */
export async function exportRests(dialog: Locator): Promise<void> {
  const rows = dialog.locator('[aria-label="Preview"][aria-busy="false"]');
  await expect(rows.getByRole('columnheader').first()).toBeVisible();
}

/** Exports from the open dialog, in which `choose` is done before. Returns the path of the file once it is written. */
export async function exportFile(
  app: App,
  name: string,
  choose?: (dialog: Locator) => Promise<void>,
): Promise<string> {
  const file = path.join(app.userDataDir, name);
  await app.answerSaveDialog(file);
  const dialog = app.window.getByRole('dialog');
  await exportRests(dialog);
  await choose?.(dialog);
  await exportRests(dialog);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(app.window.getByRole('region', { name: 'Jobs started here' })).toContainText('Done:');
  // The notice may be that of an export before.
  await written(file);
  await expect(dialog).toBeHidden();
  return file;
}

/** The same as CSV, which it reads. */
export async function exportCsv(
  ...args: Parameters<typeof exportFile>
): Promise<{ heading: string[]; rows: string[][] }> {
  const [heading = [], ...rows] = readCsv(await readFile(await exportFile(...args), 'utf8'));
  return { heading, rows };
}

/** Saves the chart in a part of the window as a picture, and reads it. */
export async function savePicture(
  app: App,
  name: string,
  part: Page | Locator = app.window,
): Promise<Buffer> {
  const file = path.join(app.userDataDir, name);
  // One of this name that is there already would be taken for the picture.
  await rm(file, { force: true });
  await app.answerSaveDialog(file);
  await part.getByRole('button', { name: 'Save chart' }).click();
  await app.window.getByRole('button', { name: 'Picture (PNG)' }).click();
  return written(file);
}

/** Reads a file once it is there. */
export async function written(file: string): Promise<Buffer> {
  const read = (): Promise<Buffer> => readFile(file).catch(() => Buffer.alloc(0));
  await expect.poll(read).not.toHaveLength(0);
  return read();
}
