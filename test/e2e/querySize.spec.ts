import { expect, test } from './fixtures/app.ts';
import { Builder } from './pages/builder.ts';

test('the builder opens small, without its JSON, and says what was not run yet @nightly', async ({
  page,
  explorer,
}) => {
  const builder = new Builder(explorer);
  await page.setViewportSize({ width: 1024, height: 700 });
  await builder.open();
  await expect(page.getByRole('textbox', { name: /as JSON$/ })).toHaveCount(0);
  const region = page.getByRole('region', { name: 'Query for assets' });
  const unrun = page.getByText('Not run yet');
  await expect(unrun).toBeHidden();

  await builder.add('asset_class_name');
  await builder.enter('US Treasury');
  await page.keyboard.press('Enter');
  await builder.add('circulating_market_value_dollar');
  await builder.enter('20k');
  await builder.add('ticker');
  await builder.enter('A');
  await expect(unrun).toBeVisible();
  expect((await region.boundingBox())?.height).toBeLessThanOrEqual(700 / 3);

  await page.keyboard.press('Control+Enter');
  await expect(explorer.conditions()).toContainText('US Treasury Debt');
  await expect(unrun).toBeHidden();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(unrun).toBeVisible();
});

test('at every size the builder is whole, beside a record too @nightly', async ({ page, explorer }) => {
  const builder = new Builder(explorer);
  await explorer.openRecord('Assets', 2);
  await builder.open();
  await builder.add('ticker');
  await builder.enter('AB');
  for (const [width, height] of [
    [1280, 800],
    [1024, 700],
    [640, 400],
    [512, 350],
  ] as const) {
    // Below 720 px the record covers the builder.
    if (width === 640) await page.getByRole('button', { name: 'Close the record' }).click();
    await page.setViewportSize({ width, height });

    for (const part of [
      page.getByRole('textbox', { name: 'Value of Ticker' }),
      page.getByRole('button', { name: /^Add a condition:/ }),
      page.getByRole('button', { name: 'Run', exact: true }),
      explorer.cell('Assets', 1),
    ]) {
      await part.scrollIntoViewIfNeeded();
      // Whole in sight, and no other part lies over it.
      await expect(part).toBeInViewport({ ratio: 1 });
      await part.click({ trial: true });
    }
    const [region, grid] = await Promise.all(
      [page.getByRole('region', { name: 'Query for assets' }), explorer.grid('Assets')].map((part) =>
        part.boundingBox(),
      ),
    );
    const foot = await page
      .locator('footer', { has: page.getByRole('button', { name: 'Run' }) })
      .boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(
      (region?.y ?? 0) + (region?.height ?? 0) + 1,
    );
    expect((region?.y ?? 0) + (region?.height ?? 0)).toBeLessThanOrEqual((grid?.y ?? 0) + 1);
    // Two lines at most: no word is squeezed below another.
    expect(foot?.height).toBeLessThanOrEqual(80);
    const toolbar = await page.getByRole('toolbar', { name: 'Tools for assets' }).locator('..').boundingBox();
    expect(toolbar?.height).toBe(44);
    const tree = await builder.panel().locator('..').boundingBox();
    expect(tree?.height).toBeGreaterThanOrEqual(64);
  }
});
