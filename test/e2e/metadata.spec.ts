import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';

/** A service whose metadata cannot be read: what the builder offers then is the app's own, and it says so. */

test('the builder, aggregates, timeseries and the log say that the built-in catalogue is used @nightly', async ({
  windowApp: app,
  explorer,
  startService,
}) => {
  const service = await startService('--assets', '60', '--transactions', '500');
  const page = { type: 'text/html', body: Buffer.from('<!doctype html><title>Sign in</title>') };
  await using odd = await startRewritingService({
    ...service,
    files: { '/v4/assets/meta': page, '/v4/tokens/aggregates/meta': page },
  });
  await explorer.openAt(app, odd);
  await app.window.getByRole('button', { name: 'Query', exact: true }).click();
  const query = app.window.getByRole('region', { name: 'Query for assets' });
  await expect(query).toContainText('The built-in catalogue is used.');
  await expect(query).toContainText('not JSON (text/html)');
  for (const view of ['Aggregates', 'Timeseries']) {
    await explorer.open(view);
    const note = app.window.getByRole('region', { name: view }).getByText('The built-in catalogue is used.');
    await expect(note).toContainText('not JSON (text/html)');
    await expect(note).toBeVisible();
  }
  await explorer.openRows('Tokens');
  await app.window.getByRole('button', { name: 'Query', exact: true }).click();
  await expect(app.window.getByRole('group', { name: 'Conditions' })).toBeVisible();
  await expect(app.window.getByText('built-in catalogue')).toHaveCount(0);
  await expect
    .poll(() => readFile(join(app.userDataDir, 'logs', 'main.log'), 'utf8'))
    .toContain('Metadata of assets: the built-in catalogue is used (unreachable');
});
