// Border: the main process and the process of the page are killed, and start again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { programsOf } from '../support/processes.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test as base } from './fixtures/app.ts';
import { restartOf, startOnShell } from './fixtures/shellApp.ts';
import type { OwnProcess } from './fixtures/runningApp.ts';
import { userData } from './fixtures/userData.ts';
import { Explorer } from './pages/explorer.ts';
import { tabTo, typeCode, typeInto } from './support/typing.ts';

/**
 * What the app does after a crash. The main process is made to throw by a module that Node loads before it: what is thrown is
 * as unexpected to the app as any fault of its own.
 */
const throwing = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { throw new TypeError('a fault of a test about “Harbour Bond Fund”'); });" +
    "process.on('SIGWINCH', () => { void Promise.reject(new RangeError('a promise of a test')); });",
)}`;
const appFolder = path.resolve(import.meta.dirname, '../..');

const test = base.extend<{ userDataDir: string; start: () => Promise<OwnProcess> }>({
  userDataDir: async ({ browserName: _ }, use) => {
    await use(makeTemporaryFolder('crash'));
  },
  start: async ({ userDataDir }, use) => {
    base.skip(
      runsOnElectron(),
      'The module that throws is loaded by Node, which the Chromium shell runs on.',
    );
    const started: OwnProcess[] = [];
    await use(async () => {
      const running = await startOnShell({
        appFolder,
        userDataDir,
        environment: { NODE_OPTIONS: `--import ${throwing}` },
      });
      started.push(running);
      return running;
    });
    await started.at(-1)?.quit();
  },
});

test('a start without a window has gone well once its data are open: what ends it later is no crash', async ({
  userDataDir,
  start,
}) => {
  const first = await start();
  await first.answerMessageBox(0);
  await first.window.evaluate(() => {
    const { bridge } = globalThis as unknown as {
      bridge: { setSettings(change: unknown): Promise<unknown> };
    };
    return bridge.setSettings({ keepRunning: true });
  });
  await first.quit();
  const state = path.join(userDataDir, 'crashes', 'state.json');
  await rm(state);
  const hidden = spawn(
    process.execPath,
    ['test/chromium-shell/start.ts', appFolder, `--user-data-dir=${userDataDir}`, '--headless', '--hidden'],
    { cwd: appFolder, stdio: 'ignore' },
  );
  const ended = once(hidden, 'exit');
  await expect.poll(() => readFile(state, 'utf8').catch(() => '')).toContain('"starting":false');
  // As Windows ends what has no window when it shuts down.
  hidden.kill('SIGKILL');
  await ended;
  await expect.poll(() => programsOf(userDataDir)).toEqual([]);
  const next = await start();
  await expect(next.window.getByRole('heading', { name: 'RWA Explorer', level: 1 })).toBeVisible();
  expect(await readdir(path.dirname(state))).toEqual(['state.json']);
  await expect(next.window.getByText('closed unexpectedly')).toBeHidden();
});

async function notes(userDataDir: string): Promise<string[]> {
  const folder = path.join(userDataDir, 'crashes');
  const names = (await readdir(folder)).filter((name) => name.startsWith('crash-')).toSorted();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

test('two crashes of the main process in a row lead to safe mode, and a good end leads out of it', async ({
  userDataDir,
  start,
}) => {
  const first = await start();
  await expect(first.window.getByRole('heading', { name: 'RWA Explorer', level: 1 })).toBeVisible();
  process.kill(first.pid, 'SIGUSR2');
  await first.ended;
  expect(first.output()).toContain('RWA Explorer has to close');
  const [note] = await notes(userDataDir);
  expect(note).toContain('RWA Explorer has crashed.');
  expect(note).toContain('TypeError: a fault of a test about “…”');
  expect(note).toMatch(/\n {4}at /);
  expect(note).toMatch(/app: \d/);

  const second = await start();
  await expect(second.window.getByText(/crashed when it was last used\. Details are in/)).toBeVisible();
  await expect(second.window.getByRole('status', { name: 'Safe mode' })).toBeHidden();
  process.kill(second.pid, 'SIGWINCH');
  await second.ended;
  expect(second.output()).toContain('It opens in safe mode next time.');

  const third = await start();
  const bar = third.window.getByRole('status', { name: 'Safe mode' });
  await expect(bar).toContainText('The app crashed twice in a row.');
  const restarted = restartOf(userDataDir);
  await bar.getByRole('button', { name: 'Restart normally' }).click();
  await third.ended;
  const fourth = await restarted();
  await expect(fourth.window.getByRole('heading', { name: 'RWA Explorer', level: 1 })).toBeVisible();
  await expect(fourth.window.getByRole('status', { name: 'Safe mode' })).toBeHidden();
  await fourth.quit();
});

test('a window that crashes opens again, and after a second time the app starts again in safe mode', async ({
  userDataDir,
  start,
}) => {
  const app = await start();
  await expect(app.window.getByRole('heading', { name: 'RWA Explorer', level: 1 })).toBeVisible();
  const page = await attach(app);
  await page.crash();
  await expect.poll(() => page.text()).toContain('The window crashed and was reopened.');
  const [note] = await notes(userDataDir);
  expect(note).toContain('The window of RWA Explorer has crashed.');
  const restarted = restartOf(userDataDir);
  await page.crash();
  await app.ended;
  const again = await restarted();
  await expect(again.window.getByRole('status', { name: 'Safe mode' })).toBeVisible();

  // In safe mode another start would not help: nothing runs on these data after its end.
  await (await attach(again)).crash();
  await again.ended;
  const last = await start();
  await expect(last.window.getByRole('status', { name: 'Safe mode' })).toBeVisible();
  await (await attach(last)).crash();
  await last.ended;
  expect(last.output()).toContain('Its window crashes in safe mode too.');
});

/** The page below Playwright's, which does not live through a crash. */
async function attach({
  window,
}: Pick<OwnProcess, 'window'>): Promise<{ crash(): Promise<void>; text(): Promise<string> }> {
  const page = await window.context().newCDPSession(window);
  return {
    // As when the graphics driver takes the page with it: who is gone does not answer.
    async crash() {
      await page.send('Page.crash').catch(() => undefined);
    },
    text: () =>
      page.send('Runtime.evaluate', { expression: 'document.body.innerText' }).then(
        ({ result }) => String(result.value),
        () => 'gone',
      ),
  };
}

test('the text survives a crash and does not run; the history finds, recalls and forgets statements', async ({
  app,
}) => {
  const editor = (): Locator => app.window.getByRole('textbox', { name: 'SQL statement' });
  const cell = (): Locator => app.window.getByRole('grid', { name: 'Result 1' }).getByRole('gridcell');
  const sql = 'SELECT id FROM assets WHERE name = :which';
  await new Explorer(app).open('SQL');
  await typeCode(editor(), 'SELECT 42 AS answer');
  await app.window.keyboard.press('Control+Enter');
  await expect(cell()).toHaveText('42');
  await typeCode(editor(), sql);
  await typeInto(app.window.getByRole('textbox', { name: ':which' }), 'Fund');
  await expect.poll(() => JSON.stringify(userData(app.userDataDir))).toContain('Fund');
  await app.crash();
  await app.restart();

  const page = app.window;
  await new Explorer({ window: page }).open('SQL');
  await expect(editor()).toHaveText(sql);
  await expect(page.getByRole('textbox', { name: ':which' })).toHaveValue('Fund');
  await expect(page.getByRole('heading', { name: 'No result yet' })).toBeVisible();

  await page.getByRole('button', { name: 'History' }).click();
  const find = page.getByRole('combobox', { name: 'Find a statement' });
  await expect(find).toBeFocused();
  await page.keyboard.type('answer');
  await page.keyboard.press('Enter');
  await expect(editor()).toHaveText('SELECT 42 AS answer');
  await expect(page.getByRole('heading', { name: 'No result yet' })).toBeVisible();

  // Also removes what the app had kept of its results when it crashed.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(cell()).toHaveText('42');

  await page.getByRole('button', { name: 'History' }).click();
  await tabTo(page.getByRole('button', { name: 'Remove statement' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No statements run yet.')).toBeVisible();
});
