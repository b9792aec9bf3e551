import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type WindowApp } from './fixtures/app.ts';

const wrongKey = 'wrong-key-0123456789-abcdef';

test.describe('without anything made before', () => {
  test.use({ begin: 'nothing' });

  test('the first start offers sample data and a connection', async ({ page: window, explorer }) => {
    await expect(window.getByRole('heading', { name: 'RWA Explorer' })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Base URL' })).toHaveValue(/^https:\/\//);
    await expect(window.getByRole('textbox', { name: 'API key' })).toHaveAttribute('type', 'password');

    await window.getByRole('button', { name: 'Explore sample data' }).click();
    // The very first start makes the data, and says so until the trend of two years is there.
    const trend = window.getByRole('region', { name: / over two years$/ });
    await expect(trend.getByText('Preparing the sample data…')).toBeVisible();
    // On a busy computer it takes long: as in `showsRows`.
    await expect(trend.getByRole('slider')).toBeVisible({ timeout: 90_000 });
    await expect(trend.getByText('Preparing the sample data…')).toBeHidden();
    await explorer.openRows('Assets');
    await expect(explorer.status()).toContainText('sample data');
  });
});

test.describe('with the sample data made', () => {
  test.use({ begin: 'welcome' });

  test('a key is checked, connects, is hidden, and forgotten @nightly', async ({
    windowApp: app,
    page,
    explorer,
    startService,
  }) => {
    const service = await startService();
    const alert = page.getByRole('alert');
    await test.step('an address without encryption is refused in words', async () => {
      await explorer.enterConnection({ url: 'http://api.example.com', key: wrongKey });
      await expect(alert).toContainText('https://');
    });
    await test.step('a key that is missing is asked for', async () => {
      await explorer.enterConnection({ ...service, key: '' });
      await expect(alert).toHaveText('Paste an API key.');
    });
    await test.step('a wrong key shows the words of the service, and nothing is connected', async () => {
      await explorer.connect(app, { ...service, key: wrongKey });
      await expect(alert).toContainText(
        'Invalid API key. Please ensure that the API key is correct and try again.',
      );
      await expect(page.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
    });
    await test.step('an address is completed, and a key that the service takes connects', async () => {
      // The user has agreed to no address yet: nothing was connected.
      await explorer.connect(app, { ...service, url: `${service.url.replace('http://', '')}/v4/` });
      await explorer.openRows('Assets');
      await expect(explorer.status()).not.toContainText('sample data');
    });
    const setting = page.getByRole('group', { name: 'API key' });
    await test.step('the key is nowhere to be seen', async () => {
      await explorer.open('Settings');
      await expect(setting).toContainText(`ending in ${service.key.slice(-4)}`);
      expect(await page.content()).not.toContain(service.key);
      expect(app.output()).not.toContain(service.key);
      expect(await filesThatContain(app, service.key)).toEqual([]);
    });
    await test.step('it is forgotten when asked, and what was fetched stays', async () => {
      await app.answerMessageBox(0);
      await page.getByRole('button', { name: 'Forget key…' }).click();
      await expect(setting).toContainText('No key is stored.');
      await explorer.openRows('Assets');
      await explorer.open('Tokens');
      await expect(page.getByRole('heading', { name: 'An API key is needed' })).toBeVisible();
      await page.getByRole('button', { name: 'Enter a key' }).click();
      await app.answerMessageBox(0);
      await explorer.enterConnection(service);
      await explorer.showsRows('Tokens');
    });
  });
});

/** The files under the user-data folder that hold a text, whatever their format. A journal may be gone before it is read. */
async function filesThatContain(app: WindowApp, text: string): Promise<string[]> {
  const entries = await readdir(app.userDataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map((file) =>
      readFile(file).then(
        (content) => content.includes(text),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      ),
    ),
  );
  return files.filter((_file, index) => found[index] === true);
}
