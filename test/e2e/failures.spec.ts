import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/** What the window says while the service is slow, gone, or refuses. */

test('a limit that is used up shows in the header, and until when', async ({ app, startService }) => {
  const service = await startService('--rate', '1');
  const explorer = new Explorer(app.window);
  await explorer.connect(app, service.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
  await explorer.header(/^Value/).click();
  await expect(app.window.getByRole('main')).toContainText('limit');
  await expect(app.window.getByRole('banner')).toContainText('0/120');
  await expect(app.window.getByRole('main')).toContainText(/\d\d:\d\d UTC/);
});

test('a service that is gone shows in the header until it answers again', async ({ app, startService }) => {
  const service = await startService();
  let isGone = false;
  await using front = await startRewritingService({
    url: service.url,
    rewrite: (answer) => answer,
    before: () => (isGone ? Promise.reject(new Error('gone')) : Promise.resolve()),
  });
  const explorer = new Explorer(app.window);
  await explorer.connect(app, front.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  const header = app.window.getByRole('banner');
  await expect(header).toContainText('live');
  isGone = true;
  await app.window.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(explorer.status()).toContainText('Not refreshed:');
  await expect(header).toContainText('no answer');
  await expect(header).not.toContainText('live');
  isGone = false;
  await app.window.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(header).toContainText('live');
  await expect(explorer.status()).not.toContainText('Not refreshed:');
});

test('a slow answer says that it is awaited, and can be cancelled', async ({ app, startService }) => {
  const service = await startService();
  let answerNow = (): void => undefined;
  await using front = await startRewritingService({
    url: service.url,
    rewrite: (answer) => answer,
    before: (path) =>
      path.startsWith('/v4/tokens?')
        ? new Promise((resolve) => {
            answerNow = resolve;
          })
        : Promise.resolve(),
  });
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.connect(app, front.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Tokens');
  await expect(page.getByRole('main')).toContainText('Still waiting for the service');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText('Still waiting for the service');
  answerNow();
  await explorer.showsRows('Tokens');
});

test('a chart that takes long says so and can be given up', async ({ app, startService }) => {
  const service = await startService();
  await using front = await startRewritingService({
    url: service.url,
    rewrite: (answer) => answer,
    // No answer comes while the test waits.
    before: (path) => (path.includes('/timeseries') ? new Promise(() => undefined) : Promise.resolve()),
  });
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.connect(app, front.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Timeseries');
  await expect(page.getByRole('main')).toContainText('Still waiting for the service');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a query that is rejected offers to clear filters only where there are some', async ({
  app,
  startService,
}) => {
  const service = await startService();
  await using front = await startRewritingService({
    url: service.url,
    rewrite: (answer) => answer,
    refuse: (path) => (path.startsWith('/v4/tokens?') ? 'Not today' : null),
  });
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.connect(app, front.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Tokens');
  await expect(page.getByRole('heading', { name: 'The service rejected this query' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Not today');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
});
