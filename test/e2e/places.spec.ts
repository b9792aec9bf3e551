import type { Locator, Page } from '@playwright/test';
import type { Bridge } from '../../preload/contract/bridge.ts';
import { expect, test } from './fixtures/app.ts';
import { tabTo, typeInto, typeOver } from './support/typing.ts';

function tabs(page: Page): Locator {
  return page.getByRole('tablist', { name: 'Open views' }).getByRole('tab');
}

test('the sidebar is one stop for Tab, and leads back and resets; the palette and the native menu', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('Tab', async () => {
    const entries = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

    await tabTo(entries.filter({ hasText: 'Assets' }));
    await page.keyboard.press('ArrowDown');
    await expect(entries.filter({ hasText: 'Tokens' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });
  await test.step('views', async () => {
    await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'stable');
    await page.keyboard.press('Enter');
    const conditions = explorer.conditions();
    await expect(conditions).toContainText('stable');
    await explorer.header('Name').click();
    await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');

    await explorer.openRows('Tokens');
    await explorer.openRows('Assets');
    await expect(conditions).toContainText('stable');
    await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');

    await explorer.open('Assets');
    await expect(conditions.getByRole('listitem')).toHaveCount(0);
    await expect(explorer.header('Name')).not.toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(conditions).toContainText('stable');
  });
  await test.step('by keyboard', async () => {
    await explorer.command('go issuers');
    await explorer.showsRows('Issuers');

    await page.getByRole('button', { name: 'Search or command' }).click();
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    await typeInto(palette.getByRole('combobox'), 'gold');
    await explorer.found().getByRole('option', { name: 'Find “gold” in assets' }).click();
    await expect(palette).toBeHidden();
    await expect(explorer.conditions()).toContainText('gold');

    await explorer.command('dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await explorer.search('zzzz');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });
  await test.step('the native menu', async () => {
    await explorer.openRows('Assets');
    await app.chooseMenu('Go to Tokens');
    await explorer.showsRows('Tokens');
    await app.chooseMenu('Back');
    await explorer.showsRows('Assets');
    await app.chooseMenu('Keyboard shortcuts');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await expect(dialog).toContainText('Reopen closed tab');
    // On macOS keys that the page leaves alone are those of the menu.
    await app.chooseMenu('Go to Issuers');
    // Keys reach the page by another way: the answer to a call comes after what main has told it before.
    await page.evaluate(() => (window as unknown as { readonly bridge: Bridge }).bridge.getBackground());
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await app.chooseMenu('Forward');
    await explorer.showsRows('Tokens');
    await app.chooseMenu('Back');
    await explorer.showsRows('Assets');
  });
});

test('the palette takes a name however fast it is typed, and finds saved views, also those saved elsewhere @nightly', async ({
  page,
  explorer,
}) => {
  await test.step('however fast they are typed', async () => {
    for (const row of [3, 5, 7]) {
      const name = await explorer.cell('Assets', row).innerText();
      await explorer.command(name);
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await explorer.openRows('Assets');
    }
  });
  await test.step('saved before', async () => {
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await typeOver(dialog.getByRole('textbox', { name: 'Name' }), 'Every asset there is');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save view' })).toBeFocused();
    await explorer.search('every asset there');
    await expect(page.getByRole('option', { name: /^Every asset there is/ })).toHaveCount(1);
  });
  await test.step('saved elsewhere', async () => {
    await page.keyboard.press('Escape');
    await explorer.search('networks in brief');
    await page.evaluate(async () => {
      const content = { name: 'Networks in brief', resource: 'networks', query: {} };
      const { bridge } = window as unknown as { bridge: { saveQuery(args: unknown): Promise<unknown> } };
      await bridge.saveQuery({ content });
    });
    await expect(page.getByRole('option', { name: /^Networks in brief/ })).toHaveCount(1);
  });
});

test('tabs open, close, move, and are there again after a restart @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  let page = app.window;
  await expect(tabs(page)).toHaveCount(0);

  await page.keyboard.press('Control+t');
  await explorer.command('go networks');
  await explorer.showsRows('Networks');
  await explorer.open('Tokens', { modifiers: ['Control'] });
  await expect(tabs(page)).toHaveText(['Assets', 'Networks', 'Tokens']);
  await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Control+Tab');
  await explorer.showsRows('Tokens');
  await page.keyboard.press('Control+Shift+PageUp');
  await expect(tabs(page)).toHaveText(['Assets', 'Tokens', 'Networks']);
  await tabs(page).nth(2).dragTo(tabs(page).nth(0));
  await expect(tabs(page)).toHaveText(['Networks', 'Assets', 'Tokens']);

  await tabs(page).nth(1).click({ button: 'middle' });
  await expect(tabs(page)).toHaveText(['Networks', 'Tokens']);
  await page.keyboard.press('Control+Shift+t');
  await expect(tabs(page)).toHaveText(['Networks', 'Tokens', 'Assets']);
  await page.keyboard.press('Control+w');
  await expect(tabs(page)).toHaveText(['Networks', 'Tokens']);

  await app.restart();
  page = app.window;
  await expect(tabs(page)).toHaveText(['Networks', 'Tokens']);
  await explorer.showsRows('Tokens');
});

test('the tab of a record has its name, in the palette too, and behind another tab after a restart', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  const [name = ''] = await explorer.firstOf('Name', 1);
  await explorer.openFirst('Assets');
  await page.keyboard.press('o');
  await expect(page).toHaveTitle(`${name} – RWA Explorer`);
  await page.keyboard.press('Control+t');
  await expect(tabs(page)).toHaveText([name, 'Overview']);
  await explorer.search(name);
  await expect(explorer.found().getByRole('group', { name: 'Open tabs' }).getByRole('option')).toHaveText(
    name,
  );
  await app.restart();
  await expect(tabs(app.window)).toHaveText([name, 'Overview']);
});

test('links to a place, to another service and connection @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  await test.step('the same place', async () => {
    await explorer.open('Platforms');
    await explorer.header('Name').click();
    await explorer.showsRows('Platforms');
    await page.keyboard.press('Control+l');
    await expect(page.getByText('Link copied.')).toBeVisible();
    await explorer.open('Assets');

    await page.keyboard.press('Control+Shift+l');
    const dialog = page.getByRole('dialog', { name: 'Open link' });
    const box = dialog.getByRole('textbox');
    await typeInto(box, 'https://example.com');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This is not an RWA Explorer link.');
    await typeInto(box, '');
    await page.keyboard.press('Control+v');
    await expect(box).toHaveValue(/^rwa-explorer:\/\/v1\/browse\?at=sample&place=/);
    await page.keyboard.press('Enter');
    await explorer.showsRows('Platforms');
    await expect(explorer.header('Name')).toHaveAttribute('aria-sort', /ascending|descending/);

    await explorer.command('open link');
    await typeInto(box, 'rwa-explorer://v1/jobs?at=https:%2F%2Fapi.example.com');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(
      'This link is for https://api.example.com. Connect to that service, then open the link again.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await explorer.showsRows('Platforms');
  });
  await test.step('another connection', async () => {
    const service = await startService();
    await explorer.connect(app, service);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await explorer.command('open link');
    const box = page.getByRole('dialog', { name: 'Open link' }).getByRole('textbox');
    const link = 'rwa-explorer://v1/browse?at=sample&place=~resource~:~networks~,~search~:~~,~query~:()';
    await typeInto(box, link);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Switch connection' });
    await expect(dialog).toContainText('This link leads to Networks on Sample data.');
    await dialog.getByRole('button', { name: 'Switch to Sample data' }).click();
    await explorer.showsRows('Networks');
    await expect(page.getByRole('button', { name: 'Sample data' })).toBeVisible();
  });
});
