import type { Bridge } from '../../preload/contract/bridge.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { choose, tabTo } from './support/typing.ts';

/** What the window says while the service is slow, gone, or refuses. */

test.use({ begin: 'welcome' });

test('a limit that is used up is said, and until when', async ({
  windowApp: app,
  explorer,
  startService,
}) => {
  await explorer.openAt(app, await startService('--rate', '1'));
  await explorer.openRows('Transactions');
  const grid = explorer.grid('Transactions');
  await tabTo(grid);
  await app.window.keyboard.press('Control+End');
  // Scrolling alone spends nothing: the rows wait for the user's word.
  await expect(grid).toContainText('are not cached');
  // Two pages may be in sight at the end of the list.
  const load = grid.getByRole('button', { name: /Load these rows \(uses 1 of \d+ requests?\)/ });
  await load.first().click();
  await expect(grid).toContainText('Request limit reached');
  await expect(grid.getByRole('button', { name: 'Try again' }).first()).toBeVisible();

  await explorer.header(/^Value/).click();
  await expect(app.window.getByRole('main')).toContainText('limit');
  await expect(app.window.getByRole('banner')).toContainText('0/120');
  await expect(app.window.getByRole('main')).toContainText(/\d\d:\d\d UTC/);
});

test('answers that are refused, slow or missing @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  let isGone = false;
  let refused = 'Not today';
  let tokens = Promise.withResolvers<undefined>();
  const service = await startService();
  await using front = await startRewritingService({
    ...service,
    refuse: (path) => (path.startsWith('/v4/tokens?') && refused !== '' ? refused : null),
    async before(path) {
      if (isGone) throw new Error('gone');
      if (path.startsWith('/v4/tokens?')) await tokens.promise;
      // No answer comes while the test waits.
      if (path.includes('/timeseries')) await new Promise(() => undefined);
    },
  });
  const main = page.getByRole('main');
  const again = page.getByRole('button', { name: 'Try again' });
  await explorer.openAt(app, front);
  await test.step('a query that is rejected offers to clear filters only where there are some', async () => {
    await explorer.open('Tokens');
    await expect(page.getByRole('heading', { name: 'The service rejected this query' })).toBeVisible();
    await expect(main).toContainText('Not today');
    await expect(again).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  });
  const cancel = async (): Promise<void> => {
    await expect(main).toContainText('Still waiting for the service');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible();
    await expect(again).toBeVisible();
  };
  await test.step('a slow answer says that it is awaited, and can be canceled', async () => {
    refused = '';
    await again.click();
    await cancel();
    const late = tokens;
    tokens = Promise.withResolvers();
    late.resolve(undefined);
    await again.click();
    await expect(main).toContainText('Still waiting for the service');
    tokens.resolve(undefined);
    await explorer.showsRows('Tokens');
  });
  await test.step('the rows of a tab are there when one comes back to it, though the service is slow', async () => {
    const names = await explorer.firstOf('Name');
    await page.keyboard.press('Control+t');
    await explorer.command('go networks');
    await explorer.showsRows('Networks');
    tokens = Promise.withResolvers();
    await app.answerMessageBox(0);
    await page.evaluate(async () => {
      const { bridge } = window as unknown as { bridge: Pick<Bridge, 'getSession' | 'clearCache'> };
      const session = await bridge.getSession();
      const connectionId = session.ok ? session.value.activeConnectionId : null;
      if (connectionId !== null) await bridge.clearCache({ connectionId });
    });
    await page.keyboard.press('Control+Tab');
    await expect(main).toContainText('Still waiting for the service');
    expect(await explorer.firstOf('Name')).toEqual(names);
    tokens.resolve(undefined);
    await expect(main).not.toContainText('Still waiting for the service');
    await page.keyboard.press('Control+w');
  });
  await test.step('a chart that takes long says so and can be given up', async () => {
    await explorer.open('Timeseries');
    await cancel();
  });
  await test.step('a service that is gone shows in the header until it answers again', async () => {
    await explorer.openRows('Assets');
    const names = await explorer.firstOf('Name');
    const header = page.getByRole('banner');
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    await expect(header).toContainText('live');
    isGone = true;
    await refresh.click();
    await expect(explorer.status()).toContainText('Not refreshed:');
    expect(await explorer.firstOf('Name')).toEqual(names);
    await expect(header).toContainText('no answer');
    await expect(header).not.toContainText('live');
    isGone = false;
    await refresh.click();
    await expect(header).toContainText('live');
    await expect(explorer.status()).not.toContainText('Not refreshed:');
  });
});

test('figures stand under their own question until those of the next are there, or nothing does @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  let figures = Promise.resolve<unknown>(undefined);
  await using front = await startRewritingService({
    ...(await startService()),
    before: (path) => (/\/(aggregates|timeseries)\?/.test(path) ? figures : undefined),
  });
  const body = page.getByRole('main');
  const groupBy = page.getByRole('combobox', { name: 'Group by', exact: true });
  await explorer.openAt(app, front);
  for (const view of ['Aggregates', 'Timeseries']) {
    await test.step(view, async () => {
      const late = Promise.withResolvers<undefined>();
      const [old, next] = ['network', 'asset class'].map((group) =>
        body.getByRole('figure', { name: `Market value by ${group}` }),
      );
      await explorer.open(view);
      await choose(groupBy, 'Network');
      await expect(explorer.figure('Market value by network')).toBeVisible();
      figures = late.promise;
      await choose(groupBy, 'Asset class');
      await expect(body).toContainText('Still waiting for the service');
      await expect(old ?? body).toBeVisible();
      await expect(next ?? body).toHaveCount(0);
      // What is given up leaves no figure that is not its own.
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible();
      await expect(body.getByRole('figure')).toHaveCount(0);
      figures = Promise.resolve(undefined);
      late.resolve(undefined);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(explorer.figure('Market value by asset class')).toBeVisible();
    });
  }
  await test.step('a record stands still when its chart comes', async () => {
    const late = Promise.withResolvers<undefined>();
    figures = late.promise;
    await explorer.openRows('Assets');
    // The first is a few days old: its chart has no spans to choose from.
    await explorer.cell('Assets', 1).dblclick();
    const groups = explorer.record().getByRole('heading', { level: 3 });
    await expect(groups.first()).toBeVisible();
    const tops = () => groups.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const before = await tops();
    late.resolve(undefined);
    await expect(explorer.record().getByRole('group', { name: /^Span of/ })).toBeVisible();
    expect(await tops()).toEqual(before);
  });
});
