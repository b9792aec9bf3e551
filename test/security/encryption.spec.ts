import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openKeyStore } from '../../main/platform/keychain/openKeyStore.ts';
import { expect, runsOnElectron, test, type App } from '../e2e/fixtures/app.ts';
import { Explorer } from '../e2e/pages/explorer.ts';
import { tabTo } from '../e2e/support/typing.ts';

/** Encryption at rest, as a user turns it on, starts the app with it, and gets by without the keychain. */

const label = 'Zurich treasury';
const keys = await openKeyStore();
const { where, problem } = await keys.read('none');
if (where !== 'keychain')
  process.stderr.write(`Not run: encryption in the window, without a keychain. ${problem ?? ''}\n`);
test.skip(where !== 'keychain', 'needs a keychain');

/** Names of files in the data folder in which the label can be read. */
function readable(app: App): string[] {
  return readdirSync(path.join(app.userDataDir, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => contentOf(path.join(entry.parentPath, entry.name))?.includes(label))
    .map(({ name }) => name);
}

/** What a file holds; nothing where it has gone, as SQLite's journals do. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Labels the first asset by keyboard. */
async function labelAsset(app: App): Promise<void> {
  const page = app.window;
  const explorer = new Explorer(page);
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('Enter');
  await expect(explorer.record().getByRole('term').first()).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Label and note' });
  await dialog.getByRole('textbox', { name: 'Label' }).click();
  await page.keyboard.type(label);
  await dialog.getByRole('button', { name: 'Save label' }).click();
  await expect(dialog).toBeHidden();
}

async function showsLabel(app: App): Promise<void> {
  await new Explorer(app.window).open('Labels');
  await expect(app.window.getByRole('table', { name: 'Labels and notes' })).toContainText(label);
}

const encryptSwitch = (app: App): ReturnType<App['window']['getByRole']> =>
  app.window.getByRole('switch', { name: 'Encrypt saved items' });

async function turnOn(app: App): Promise<void> {
  await new Explorer(app.window).open('Settings');
  // Copies the code, then encrypts.
  await app.answerMessageBox(1);
  await app.answerMessageBox(2);
  await encryptSwitch(app).click();
  await expect(encryptSwitch(app)).toBeChecked();
}

/** The id of the key that the user's database is encrypted with, as its file names it. */
function keyIdOf(app: App): string {
  const names = readdirSync(path.join(app.userDataDir, 'data'));
  return /^user\.encrypted-(\w+)\.db$/m.exec(names.join('\n'))?.[1] ?? '';
}

/** Has the keychain lose the key. Returns the recovery code. */
async function loseKey(app: App): Promise<string> {
  const entry = `saved items ${keyIdOf(app)}`;
  const { key } = await keys.read(entry);
  await keys.remove(entry);
  expect(key).toMatch(/^(\w{4}-){6}\w{4}$/);
  return key ?? '';
}

test('the switch in the settings encrypts what the user has made, and decrypts it again', async ({
  exploredApp: app,
}) => {
  await labelAsset(app);
  expect(readable(app)).toContain('user.db');
  await new Explorer(app.window).open('Settings');
  // As whoever presses Escape: nothing changes.
  await app.answerMessageBox(0);
  await encryptSwitch(app).click();
  await expect(encryptSwitch(app)).toBeEnabled();
  await expect(encryptSwitch(app)).not.toBeChecked();
  await turnOn(app);
  expect(readable(app)).toEqual([]);
  await showsLabel(app);

  await app.restart();
  expect(readable(app)).toEqual([]);
  await showsLabel(app);
  await new Explorer(app.window).open('Settings');
  await expect(encryptSwitch(app)).toBeChecked();
  const keyId = keyIdOf(app);

  await app.answerMessageBox(1);
  await encryptSwitch(app).click();
  await expect(encryptSwitch(app)).not.toBeChecked();
  expect(readable(app)).toContain('user.db');
  expect((await keys.read(`saved items ${keyId}`)).key).toBeNull();
  await app.restart();
  await showsLabel(app);
});

test.describe('where the keychain has lost the key', () => {
  test.skip(runsOnElectron(), 'The questions of a start are answered ahead on the Chromium shell only.');

  test('the recovery code opens everything, and is asked for once', async ({ exploredApp: app }) => {
    await labelAsset(app);
    await turnOn(app);
    await app.close();
    const code = await loseKey(app);
    const mistyped = code.replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    await app.restart({ buttons: [1, 1], clipboard: [mistyped, code.toLowerCase().replaceAll('-', ' ')] });
    await showsLabel(app);
    await app.restart();
    await showsLabel(app);
  });

  test('quitting changes nothing, and setting aside deletes nothing', async ({ exploredApp: app }) => {
    await labelAsset(app);
    await turnOn(app);
    await app.close();
    const code = await loseKey(app);
    const keyId = keyIdOf(app);
    const data = path.join(app.userDataDir, 'data');
    const before = readdirSync(data).filter((name) => name.startsWith('user'));
    await app.restartInVain({ buttons: [0] });
    expect(readdirSync(data).filter((name) => name.startsWith('user'))).toEqual(before);

    await app.restart({ buttons: [2] });
    await expect(app.window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
    const [aside = ''] = readdirSync(data).filter((name) => name.startsWith('locked-'));
    expect(readdirSync(path.join(data, aside))).toContain(`user.encrypted-${keyId}.db`);
    expect(readdirSync(path.join(data, aside, 'copies'))).not.toEqual([]);
    await app.close();

    // Copied back, they open with the code.
    cpSync(path.join(data, aside), data, { recursive: true });
    await app.restart({ buttons: [1], clipboard: [code] });
    await showsLabel(app);
  });
});
