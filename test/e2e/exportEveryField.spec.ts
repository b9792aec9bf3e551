import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { readCsv } from './fixtures/csv.ts';
import { Explorer } from './pages/explorer.ts';
import { tabTo } from './support/typing.ts';

/** A service of a newer version, whose records have what the app does not know. */

test('an export of every field has the fields that the app does not know', async ({
  app,
  startService,
}, testInfo) => {
  const service = await startService('--assets', '60', '--transactions', '500');
  await using newer = await startRewritingService({ url: service.url, rewrite: addRating });
  const explorer = new Explorer(app.window);
  const page = app.window;
  await explorer.connect(app, newer.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  const file = path.join(app.userDataDir, 'assets.csv');
  await app.answerSaveDialog(file);
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export assets' });
  await tabTo(dialog.getByRole('radio', { name: 'As in the view' }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Every field' })).toBeChecked();
  await page.screenshot({ path: testInfo.outputPath('dialog.png') });
  await dialog.getByRole('button', { name: 'Export…' }).click();
  const started = page.getByRole('region', { name: 'Jobs started here' });
  await expect(started).toContainText('Done: 60 records', { timeout: 45_000 });
  await page.screenshot({ path: testInfo.outputPath('done.png') });

  const [heading = [], ...records] = readCsv(await readFile(file, 'utf8'));
  const place = heading.indexOf('rating.agency');
  expect(heading).toEqual(expect.arrayContaining(['rating.agency', 'rating.score.val']));
  expect(new Set(records.map((record) => record[place]))).toEqual(new Set(['A rating agency']));
});

function addRating(answer: Json): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
  const rating = { agency: 'A rating agency', score: { val: 0.5 } };
  return {
    ...answer,
    results: answer['results'].map((record: Json) => (isJsonObject(record) ? { ...record, rating } : record)),
  };
}
