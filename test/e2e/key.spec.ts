// Border: all files and the keychain are read that an app leaves whose process was killed.
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { listen, sendJson } from '../support/httpServer.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { openExport } from './pages/files.ts';

/** The API key after it was entered: nowhere but in the keychain and in main's requests. */

/** The key as it could lie about: as it is, in two bytes a character, and in the usual disguises. */
function formsOf(key: string): Buffer[] {
  return [
    Buffer.from(key, 'utf8'),
    Buffer.from(key, 'utf16le'),
    Buffer.from(Buffer.from(key).toString('base64').replace(/=+$/, '')),
    Buffer.from(Buffer.from(key).toString('hex')),
    Buffer.from([...key].reverse().join('')),
  ];
}

function holds(bytes: Buffer, key: string): boolean {
  return formsOf(key).some((form) => bytes.includes(form));
}

/** The files of a folder, at any depth, in which the key is. */
async function filesWith(folder: string, key: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      // Chromium may take a file of its own away meanwhile.
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      return holds(bytes, key) ? [file] : [];
    }),
  );
  return found.flat();
}

/** Processes whose arguments or environment hold the key. Empty where the system has no /proc. */
function processesWith(key: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) =>
      ['cmdline', 'environ'].filter((name) => {
        try {
          return holds(readFileSync(`/proc/${id}/${name}`), key);
        } catch {
          // Somebody else's, or gone.
          return false;
        }
      }),
    );
}

/** What the scripts of the window keep in memory, as Chromium's own snapshot tells it. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

/** Enters text as keys do, so that no script of the test ever has it. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: field }).click();
  await page.keyboard.press('ControlOrMeta+A');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.insertText', { text });
  await session.detach();
}

// A trace would keep what is typed.
test.use({ traced: false, begin: 'welcome' });

test('the key is nowhere to be found once it was entered', async ({ app, startService }) => {
  // The largest asset of these has a web site.
  const service = await startService('--assets', '3500', '--transactions', '200000');
  const { key } = service;
  const page = app.window;
  const explorer = new Explorer({ window: page });
  await test.step('what a service says that quotes the key', async () => {
    await using refusing = await listen(({ headers }, response) => {
      sendJson(response, 401, { message: `There is no account of ${headers.authorization ?? ''}.` });
    });
    await type(page, 'Base URL', refusing.url);
    await type(page, 'API key', key);
    await app.answerMessageBox(0);
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await expect(page.getByText('There is no account of Bearer ….')).toBeVisible();
  });
  await type(page, 'Base URL', service.url);
  await type(page, 'API key', key);
  const marker = 'seen-in-the-heap-0123456789';
  await page.evaluate((text) => ((window as unknown as Record<string, string>)['marker'] = text), marker);
  await app.answerMessageBox(0);
  await page.getByRole('button', { name: 'Test and connect' }).click();
  await explorer.openRows('Assets');
  await explorer.openRecord('Assets', 0);
  await expect(explorer.record()).toContainText('Website');
  await explorer.open('Settings');
  await expect(page.getByText(`ending in ${key.slice(-4)}`)).toBeVisible();
  await explorer.openRows('Networks');

  const shown = await page.evaluate(async () => {
    const { bridge } = window as unknown as { bridge: { getSession(): Promise<unknown> } };
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify(store));
    return [
      document.documentElement.outerHTML,
      document.title,
      JSON.stringify(await bridge.getSession()),
      ...stores,
    ];
  });
  for (const text of shown) expect(text.includes(key)).toBe(false);
  const heap = await heapOf(page);
  expect(heap.includes(marker)).toBe(true);
  expect(heap.includes(key)).toBe(false);
  expect(processesWith(key)).toEqual([]);

  await test.step('programs that are copied', async () => {
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    for (const [form, beginning] of Object.entries({
      URL: /^https?:/,
      cURL: /^curl /,
      'Python, requests': /requests\.get\(/,
      'Python, pandas': /pandas/,
      'TypeScript, fetch': /await fetch\(/,
    })) {
      await page.getByRole('button', { name: 'Copy the query as' }).click();
      await page.getByRole('option', { name: form, exact: true }).click();
      await expect.poll(() => explorer.clipboard()).toMatch(beginning);
      expect((await explorer.clipboard()).includes(key)).toBe(false);
    }
  });

  await test.step('an export and the file beside it', async () => {
    await app.answerSaveDialog(path.join(app.userDataDir, 'networks.csv'));
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText('Done:');
  });

  await test.step('what failures say', async () => {
    await service.stop();
    await explorer.open('Tokens');
    await expect(page.getByRole('heading', { name: 'The service cannot be reached' })).toBeVisible();
    expect((await page.locator('body').innerText()).includes(key)).toBe(false);
  });

  // Without warning, so that journals and reports of the crash stay behind.
  await app.crash();
  expect(await filesWith(app.userDataDir, key)).toEqual([]);
  expect(app.output().includes(key)).toBe(false);
});
