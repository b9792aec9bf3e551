import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type App } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

const wrongKey = 'wrong-key-0123456789-abcdef';

test.describe('without anything made before', () => {
  test.use({ sampleDataMade: false });

  test('the first start offers sample data and a connection', async ({ app }) => {
    const { window } = app;
    await expect(window.getByRole('heading', { name: 'RWA Explorer' })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Base URL' })).toHaveValue(/^https:\/\//);
    await expect(window.getByRole('textbox', { name: 'API key' })).toHaveAttribute('type', 'password');

    const explorer = new Explorer(window);
    await window.getByRole('button', { name: 'Explore sample data' }).click();
    // The very first start makes the data, and says so until the trend of two years is there.
    const trend = window.getByRole('region', { name: / over two years$/ });
    await expect(trend.getByText('Preparing the sample data…')).toBeVisible({ timeout: 45_000 });
    await expect(trend.getByRole('slider')).toBeVisible({ timeout: 45_000 });
    await expect(trend.getByText('Preparing the sample data…')).toBeHidden();
    await explorer.open('Assets');
    await explorer.showsRows('Assets');
    await expect(explorer.status()).toContainText('sample data');
  });
});

test('a wrong key shows the words of the service, and nothing is connected', async ({
  app,
  startService,
}) => {
  const service = await startService();
  const explorer = new Explorer(app.window);
  await explorer.connect(app, service.url, wrongKey);
  await expect(app.window.getByRole('alert')).toContainText(
    'Invalid API key. Please ensure that the API key is correct and try again.',
  );
  await expect(app.window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
});

test('an address without encryption is refused in words', async ({ app }) => {
  const explorer = new Explorer(app.window);
  await explorer.enterConnection('http://api.example.com', wrongKey);
  await expect(app.window.getByRole('alert')).toContainText('https://');
});

test('a key that is missing is asked for, and an address is completed', async ({ app, startService }) => {
  const { url, key } = await startService();
  const explorer = new Explorer(app.window);
  await explorer.enterConnection(url, '');
  await expect(app.window.getByRole('alert')).toHaveText('Paste an API key.');

  await explorer.connect(app, `${url.replace('http://', '')}/v4/`, key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
});

test('a key that the service takes connects, and is nowhere to be seen', async ({ app, startService }) => {
  const service = await startService();
  const explorer = new Explorer(app.window);
  await explorer.connect(app, service.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await expect(explorer.status()).not.toContainText('sample data');

  await explorer.open('Settings');
  const setting = app.window.getByRole('group', { name: 'API key' });
  await expect(setting).toContainText(`ending in ${service.key.slice(-4)}`);

  expect(await app.window.content()).not.toContain(service.key);
  expect(app.output()).not.toContain(service.key);
  expect(await filesThatContain(app, service.key)).toEqual([]);
});

test('a key is forgotten when asked, and what was fetched stays', async ({ app, startService }) => {
  const service = await startService();
  const explorer = new Explorer(app.window);
  await explorer.connect(app, service.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');

  await explorer.open('Settings');
  await app.window.getByRole('button', { name: 'Forget key…' }).click();
  await app.window.getByRole('dialog').getByRole('button', { name: 'Forget the key' }).click();
  await expect(app.window.getByRole('group', { name: 'API key' })).toContainText('No key is stored.');

  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Tokens');
  await expect(app.window.getByRole('heading', { name: 'An API key is needed' })).toBeVisible();
  await app.window.getByRole('button', { name: 'Enter a key' }).click();
  await explorer.enterConnection(service.url, service.key);
  await explorer.showsRows('Tokens');
});

/** The files under the user-data folder that hold a text, whatever their format. A journal may be gone before it is read. */
async function filesThatContain(app: App, text: string): Promise<string[]> {
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
