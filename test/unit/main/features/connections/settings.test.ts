import { expect, it } from 'vitest';
import { createSettings, type ReadProxyLogin } from '../../../../../main/features/connections/settings.ts';
import { settingsSchema } from '../../../../../preload/contract/settings.ts';

/** Settings whose logins lie in `keychain`, and what the proxy in use would be told. */
async function openSettings(keychain: Map<string, string>) {
  const told: ReadProxyLogin[] = [];
  const settings = await createSettings({
    user: {
      readSettings: () => Promise.resolve(settingsSchema.parse({})),
      writeSettings: () => Promise.resolve(),
    },
    openSecretStore: () =>
      Promise.resolve({
        read: (name) => Promise.resolve({ key: keychain.get(name) ?? null, where: 'keychain' }),
        write: (name, key) => Promise.resolve(void keychain.set(name, key)),
        remove: (name) => Promise.resolve(void keychain.delete(name)),
      }),
    applyProxy: (_proxy, readLogin) => Promise.resolve(void told.push(readLogin)),
    onError: () => undefined,
  });
  const readLogin: ReadProxyLogin = async (asking) => (await told.at(-1)?.(asking)) ?? null;
  return { settings, readLogin };
}

it('a login goes to the proxies that it was entered for, also after a restart, and to none that another network names', async () => {
  const keychain = new Map<string, string>();
  const login = { user: 'me', password: 'secret' };
  const { settings, readLogin } = await openSettings(keychain);
  await settings.signInToProxy(login, ['one.example.com:8080', 'two.example.com:3128']);
  const later = await openSettings(keychain);
  for (const read of [readLogin, later.readLogin]) {
    for (const own of ['one.example.com:8080', 'two.example.com:3128'])
      expect(await read(own)).toMatchObject(login);
    for (const foreign of ['one.example.com:8081', 'wpad.example.net:8080', 'example.com:8080', ''])
      expect(await read(foreign)).toBeNull();
  }
  await settings.signInToProxy(null, []);
  expect(await readLogin('one.example.com:8080')).toBeNull();
  expect(keychain.size).toBe(0);
});
