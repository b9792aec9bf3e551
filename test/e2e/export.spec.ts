import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

test('an export writes every record of the query, with the columns and the order of the view', async ({
  app,
}) => {
  const explorer = new Explorer(app.window);
  await explorer.exploreSampleData();
  await explorer.header('Name').click();
  await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await explorer.showsRows('Assets');
  const names = await explorer.column('Name');
  const [, total = ''] = /([\d,]+) records/.exec(await explorer.status().innerText()) ?? [];

  const file = path.join(app.userDataDir, 'assets.csv');
  await app.answerSaveDialog(file);
  await app.window.getByRole('button', { name: 'Export CSV' }).click();
  const started = app.window.getByRole('region', { name: 'Jobs started here' });
  // Every page of the query is fetched.
  await expect(started).toContainText(`Done: ${total} records`, { timeout: 45_000 });

  const [heading = '', ...records] = readCsv(await readFile(file, 'utf8'));
  expect(heading.slice(0, 4)).toEqual(['Name', 'Ticker', 'Asset class', 'Issuer']);
  expect(records).toHaveLength(Number(total.replaceAll(',', '')));
  expect(records.slice(0, names.length).map(([name]) => name?.replace(/^'/, ''))).toEqual(names);

  await started.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => app.opened()).toContain(file);
  await started.getByRole('button', { name: 'Put aside' }).click();
  await expect(started.getByRole('button')).toHaveCount(0);

  await explorer.open('Jobs');
  const job = app.window.getByRole('main').getByRole('listitem');
  await expect(job).toContainText('Assets to CSV');
  await expect(job).toContainText(`Done: ${total} records`);
});

test('an export without a file name does nothing', async ({ app }) => {
  const explorer = new Explorer(app.window);
  await explorer.exploreSampleData();
  await app.answerSaveDialog(null);
  await app.window.getByRole('button', { name: 'Export CSV' }).click();
  await expect(app.window.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  await explorer.open('Jobs');
  await expect(app.window.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
});

test('an export that cannot write its file says so', async ({ app }) => {
  const explorer = new Explorer(app.window);
  await explorer.exploreSampleData();
  await app.answerSaveDialog(path.join(app.userDataDir, 'no such folder', 'assets.csv'));
  await app.window.getByRole('button', { name: 'Export CSV' }).click();
  await expect(app.window.getByRole('region', { name: 'Jobs started here' })).toContainText(
    'Failed after 0 records',
  );
});

/** The cells of a CSV file by RFC 4180, without its byte order mark. */
function readCsv(text: string): string[][] {
  const cells = text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g);
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
