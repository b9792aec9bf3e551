import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, test } from './fixtures/app.ts';

/** Drops files on the middle of the window, as the system does. */
async function drop(page: Page, files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await session.detach();
}

test('a file that is dropped on the window is offered to its import, or refused in a sentence', async ({
  page,
  explorer,
}) => {
  const folder = makeTemporaryFolder('dropped');
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const csv = await write(
    'custodian.csv',
    'address,label\n0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c,Cold\nnonsense,x\n',
  );
  const query = { name: 'Large bonds', folder: '', tags: [], note: '', favorite: false, resource: 'assets' };
  const rwaq = await write(
    'mine.rwaq',
    JSON.stringify({
      format: 'rwa-explorer-queries',
      version: 1,
      queries: [{ ...query, target: 'list', query: {}, off: [] }],
    }),
  );
  const picture = await write('picture.png', 'no picture');

  await drop(page, [picture]);
  await expect(page.getByText('Nothing was imported.')).toBeVisible();
  await explorer.showsRows('Assets');

  await drop(page, [csv, rwaq]);
  await expect(page.getByText(/^Drop one file/)).toBeVisible();

  await drop(page, [csv]);
  await expect(page.getByRole('heading', { name: 'New watchlist', level: 1 })).toBeVisible();
  await expect(
    page.getByText('1 wallet read from custodian.csv. 1 line skipped.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('Cold')).toBeVisible();

  await drop(page, [rwaq]);
  const dialog = page.getByRole('dialog', { name: 'Import saved views' });
  await expect(dialog).toContainText('Large bonds');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toBeHidden();
  await explorer.open('Saved views');
  await expect(page.getByRole('button', { name: 'Large bonds All assets' })).toBeVisible();
});
