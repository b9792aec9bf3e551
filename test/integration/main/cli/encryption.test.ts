import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKeyStore } from '../../../../main/platform/keychain/openKeyStore.ts';
import { runCommand, temporaryFolder } from '../../../security/commandLine.ts';
import { openTestStore } from '../store/testStore.ts';

/** `rwa-explorer encryption …`, on a real keychain. */

const keys = await openKeyStore();
const { where, problem } = await keys.read('none');
const isReal = where === 'keychain';
if (!isReal)
  process.stderr.write(`Not run: the command “encryption”, without a keychain. ${problem ?? ''}\n`);

const label = 'Zurich treasury';

/** Fifteen commands, each a start of the program. */
const timeoutMs = 240_000;

const readable = (folder: string): string[] =>
  readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(label))
    .map(({ name }) => name);

async function usedFolder(folder: string): Promise<void> {
  await using store = await openTestStore(join(folder, 'data'));
  await store.user.changeDocuments([{ kind: 'note', id: 'a', value: label }]);
}

it.skipIf(!isReal)(
  'encrypts, opens by the keychain, the code or the environment, and decrypts',
  async () => {
    using folder = temporaryFolder();
    const run = (verb: string, options: { input?: string; environment?: NodeJS.ProcessEnv } = {}) =>
      runCommand(['encryption', verb], { folder: folder.path, ...options });
    const restore = (environment: NodeJS.ProcessEnv = {}) =>
      runCommand(['restore'], { folder: folder.path, environment });
    await usedFolder(folder.path);
    expect(readable(folder.path)).not.toEqual([]);
    expect((await run('status')).out).toBe('{"encrypted":false}\n');

    const on = await run('on');
    expect([on.code, on.err]).toEqual([0, expect.stringContaining('Store the recovery code')]);
    const code = /"recoveryCode":"([^"]+)"/.exec(on.out)?.[1] ?? '';
    expect(code).toMatch(/^(\w{4}-){6}\w{4}$/);
    expect(readable(folder.path)).toEqual([]);
    expect((await run('status')).out).toBe('{"encrypted":true}\n');
    expect((await run('code')).out).toContain(code);
    expect((await run('on')).out).toContain(code);
    // A command that reads what the user has made.
    expect(await restore()).toMatchObject({ code: 0 });

    const [name = ''] = readdirSync(join(folder.path, 'data')).filter((one) => one.includes('.encrypted-'));
    await keys.remove(`saved items ${/encrypted-(\w+)/.exec(name)?.[1] ?? ''}`);
    expect(await restore()).toMatchObject({
      code: 3,
      err: expect.stringContaining('encryption unlock') as string,
    });
    expect(await restore({ RWA_RECOVERY_CODE: code })).toMatchObject({ code: 0 });
    expect(await restore()).toMatchObject({ code: 3 });

    expect(await run('unlock', { input: `${code.slice(0, -1)}\n` })).toMatchObject({ code: 2 });
    const others = '0000-0000-0000-0000-0000-0000-0000';
    expect((await run('unlock', { input: `${others}\n` })).code).not.toBe(0);
    expect(await run('unlock', { input: `${code.toLowerCase()}\n` })).toMatchObject({ code: 0 });
    expect(await restore()).toMatchObject({ code: 0 });

    expect(await run('off')).toMatchObject({ code: 0, err: 'Decrypted.\n' });
    expect((await run('status')).out).toBe('{"encrypted":false}\n');
    expect(readable(folder.path)).not.toEqual([]);
    await using store = await openTestStore(join(folder.path, 'data'));
    expect(await store.user.listDocuments('note')).toMatchObject([{ id: 'a', value: label }]);
  },
  timeoutMs,
);

it.skipIf(!isReal)('encrypts nothing while another program uses the data', async () => {
  using folder = temporaryFolder();
  await usedFolder(folder.path);
  await using store = await openTestStore(join(folder.path, 'data'));
  const { code, out, err } = await runCommand(['encryption', 'on'], { folder: folder.path });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('Close all windows of the app and end its commands');
  expect(await store.user.listDocuments('note')).toHaveLength(1);
  expect(readable(folder.path)).not.toEqual([]);
});

it.skipIf(!isReal)('encrypts nothing where the keychain does not store the key', async () => {
  using folder = temporaryFolder();
  await usedFolder(folder.path);
  const { code, out, err } = await runCommand(['encryption', 'on'], {
    folder: folder.path,
    environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('The keychain did not store the key.');
  expect(readable(folder.path)).not.toEqual([]);
});
