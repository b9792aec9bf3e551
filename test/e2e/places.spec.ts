import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, runsOnElectron, test, type App } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { tabTo, typeInto, typeOver } from './support/typing.ts';

/** Opens the palette by keyboard, types, and runs the first of what was found. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or command' })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

function tabs(page: Page): Locator {
  return page.getByRole('tablist', { name: 'Open views' }).getByRole('tab');
}

/** The text that the app last put on the clipboard, read back by pasting it into a box. */
async function pasted(page: Page, box: Locator): Promise<string> {
  await tabTo(box);
  await page.keyboard.press('Control+v');
  return box.inputValue();
}

test('the sidebar leads back to a view as it was left, and a second click resets it', async ({
  sampleApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'stable');
  await page.keyboard.press('Enter');
  const conditions = page.getByRole('list', { name: 'Active conditions' });
  await expect(conditions).toContainText('stable');
  await explorer.header('Name').click();
  await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');

  await explorer.open('Tokens');
  await explorer.showsRows('Tokens');
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await expect(conditions).toContainText('stable');
  await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');

  await explorer.open('Assets');
  await expect(conditions.getByRole('listitem')).toHaveCount(0);
  await expect(explorer.header('Name')).not.toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(conditions).toContainText('stable');
});

test('the sidebar is one stop for Tab, and the first Tab leads past it', async ({ sampleApp: app }) => {
  const page = app.window;
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

test('the palette finds views, commands and records by keyboard', async ({ exploredApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);

  await command(page, 'go issuers');
  await explorer.showsRows('Issuers');

  await page.getByRole('button', { name: 'Search or command' }).click();
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await typeInto(palette.getByRole('combobox'), 'gold');
  await palette.getByRole('option', { name: 'Find “gold” in assets' }).click();
  await expect(palette).toBeHidden();
  await expect(page.getByRole('list', { name: 'Active conditions' })).toContainText('gold');

  await command(page, 'dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test('Enter in the palette opens what the whole words have found, however fast they are typed', async ({
  sampleApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  for (const row of [3, 5, 7]) {
    const name = await explorer.row('Assets', row).getByRole('gridcell').first().innerText();
    await command(page, name);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await explorer.open('Assets');
    await explorer.showsRows('Assets');
  }
});

test('tabs open, close, move, and are there again after a restart', async ({ exploredApp: app }) => {
  let page = app.window;
  await expect(tabs(page)).toHaveCount(0);

  await page.keyboard.press('Control+t');
  await command(page, 'go networks');
  await new Explorer(page).showsRows('Networks');
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: 'Tokens' })
    .click({
      modifiers: ['Control'],
    });
  await expect(tabs(page)).toHaveText(['Assets', 'Networks', 'Tokens']);
  await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Control+Tab');
  await new Explorer(page).showsRows('Tokens');
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
  await new Explorer(page).showsRows('Tokens');
});

test('a link leads to the same place, and opens nothing where it is for another service', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
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
  expect(await pasted(page, box)).toContain('rwa-explorer://v1/browse?at=sample&place=');
  await page.keyboard.press('Enter');
  await explorer.showsRows('Platforms');
  await expect(explorer.header('Name')).toHaveAttribute('aria-sort', /ascending|descending/);

  await command(page, 'open link');
  await typeInto(box, 'rwa-explorer://v1/jobs?at=https:%2F%2Fapi.example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'This link is for https://api.example.com. Connect to that service, then open the link again.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await explorer.showsRows('Platforms');
});

test('a link to another of your connections switches to it once you agree', async ({ app, startService }) => {
  const page = app.window;
  const service = await startService();
  const explorer = new Explorer(page);
  await explorer.connect(app, service.url, service.key);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await command(page, 'open link');
  const box = page.getByRole('dialog', { name: 'Open link' }).getByRole('textbox');
  const link = 'rwa-explorer://v1/browse?at=sample&place=~resource~:~networks~,~search~:~~,~filters~:*!';
  await typeInto(box, link);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Switch connection' });
  await expect(dialog).toContainText('This link leads to Networks on Sample data.');
  await dialog.getByRole('button', { name: 'Switch to Sample data' }).click();
  await explorer.showsRows('Networks');
  await expect(page.getByRole('button', { name: 'Sample data' })).toBeVisible();
});

/** Starts the app a second time, as the system does for a link. */
async function startWith(app: App, link: string): Promise<void> {
  const script = path.resolve(import.meta.dirname, '../chromium-shell/start.ts');
  const folder = path.resolve(import.meta.dirname, '../..');
  const second = spawn(process.execPath, [script, folder, `--user-data-dir=${app.userDataDir}`, link], {
    stdio: 'ignore',
  });
  await once(second, 'exit');
}

test('a link that the system hands over is opened in the running window', async ({ exploredApp: app }) => {
  test.skip(runsOnElectron(), 'the second instance is one of the Chromium shell');
  const explorer = new Explorer(app.window);
  await startWith(
    app,
    'rwa-explorer://v1/browse?at=sample&place=~resource~:~managers~,~search~:~~,~filters~:*!',
  );
  await explorer.showsRows('Managers');
  await startWith(app, 'rwa-explorer://v1/browse?at=sample&place=~resource~:~passwords~');
  await expect(app.window.getByText('The link points to a view that this app does not have.')).toBeVisible();
});

test('the native menu does what the palette does', async ({ exploredApp: app }) => {
  const explorer = new Explorer(app.window);
  await app.chooseMenu('Go to Tokens');
  await explorer.showsRows('Tokens');
  await app.chooseMenu('Back');
  await explorer.showsRows('Assets');
  await app.chooseMenu('Keyboard shortcuts');
  await expect(app.window.getByRole('dialog', { name: 'Keyboard' })).toContainText('Reopen closed tab');
});

test('a saved view is in the palette once', async ({ exploredApp: app }) => {
  const page = app.window;
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await typeOver(dialog.getByRole('textbox', { name: 'Name' }), 'Every asset there is');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save view' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or command' })).toBeFocused();
  await page.keyboard.type('every asset there');
  await expect(page.getByRole('option', { name: /^Every asset there is/ })).toHaveCount(1);
});

test('a view that is saved elsewhere while the palette is open appears in it', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or command' })).toBeFocused();
  await page.keyboard.type('networks in brief');
  await page.evaluate(async () => {
    const content = { name: 'Networks in brief', resource: 'networks', query: {} };
    const { bridge } = window as unknown as { bridge: { saveQuery(args: unknown): Promise<unknown> } };
    await bridge.saveQuery({ content });
  });
  await expect(page.getByRole('option', { name: /^Networks in brief/ })).toHaveCount(1);
});
