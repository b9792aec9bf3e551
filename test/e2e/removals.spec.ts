import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { firstTen, isBeyondTen, startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';

test.use({ begin: 'welcome' });

test('a service that suddenly lists few records loses none, until their removal is accepted @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const service = await startService('--assets', '60', '--transactions', '500');
  let [isShort, isReversed] = [false, false];
  await using short = await startRewritingService({
    ...service,
    lacks: (path) => isShort && isBeyondTen(path),
    rewrite: (answer) => (isReversed ? reversed(answer) : isShort ? firstTen(answer) : answer),
  });
  await explorer.openAt(app, short);
  const started = page.getByRole('region', { name: 'Jobs started here' });
  const sync = async (): Promise<void> => {
    await explorer.open('Assets');
    await page.getByRole('button', { name: 'Sync…' }).click();
    await page.getByRole('button', { name: 'Start sync' }).click();
  };
  await sync();
  await expect(started).toContainText('Done: 60 records');

  isShort = true;
  await sync();
  const sentence = '50 of 60 records were not in the answer. Nothing was removed.';
  await expect(started).toContainText(sentence);
  await explorer.open('Jobs');
  const jobs = page.getByRole('main').getByRole('listitem');
  await expect(jobs.first()).toContainText(sentence);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await jobs.first().getByRole('button', { name: 'Accept removals' }).click();
  await expect(started).toContainText('50 records from the cache are no longer at the service.');
  await expect(jobs.first()).toContainText('Done: 10 records');
  // What was accepted is not offered again, nor shown over the figures.
  await expect(started).not.toContainText(sentence);
  await expect(page.getByRole('button', { name: 'Accept removals' })).toHaveCount(0);

  // A page in another order is shown as it came, and that is said.
  isReversed = true;
  await explorer.open('Assets');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Where the figures come from' })).toContainText(
    'The service did not sort this answer as requested.',
  );
});

function reversed(answer: Json): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
  return { ...answer, results: answer['results'].toReversed() };
}
