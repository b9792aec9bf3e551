import { z } from 'zod';
import { proxyLoginSchema, type Proxy, type ProxyLogin } from '../../../preload/contract/proxy.ts';
import { settingsSchema, type Settings, type SettingsChange } from '../../../preload/contract/settings.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import type { UserStore } from '../../store/store.ts';

export type ReadProxyLogin = (asking: string) => Promise<ProxyLogin | null>;

interface SettingsOptions {
  readonly user: Pick<UserStore, 'readSettings' | 'writeSettings'>;
  readonly openSecretStore: () => Promise<KeyStore>;
  /** Routes all later requests through this proxy; undefined if the platform cannot. */
  readonly applyProxy: ((proxy: Proxy, readLogin: ReadProxyLogin) => Promise<void>) | undefined;
  readonly onError: (error: unknown) => void;
}

export async function createSettings({ user, openSecretStore, applyProxy, onError }: SettingsOptions) {
  let settings = await user.readSettings();
  const logins = createProxyLogins(openSecretStore);
  // Requests wait for the proxy, and fail if it cannot be set.
  const followProxy = async (): Promise<void> =>
    applyProxy?.(settings.proxy, (asking) => logins.read(settings.proxy, asking)).catch(onError);
  void followProxy();
  const enqueue = createSerialQueue();
  return {
    read: () => settings,
    change: (change: SettingsChange): Promise<Settings> =>
      enqueue(async () => {
        const stated = Object.entries(change).filter(([, value]) => value !== undefined);
        const changed = settingsSchema.parse({ ...settings, ...Object.fromEntries(stated) });
        // Applied before it is written: a setting such as working offline must hold at once.
        const before = settings;
        settings = changed;
        try {
          await user.writeSettings(changed);
        } catch (error) {
          settings = before;
          throw error;
        }
        await followProxy();
        return settings;
      }),
    /** Stores the login for a proxy, for these proxies (host:port) only; null removes it. */
    signInToProxy: (login: ProxyLogin | null, proxies: readonly string[]) =>
      logins.save(settings.proxy, login === null ? null : { ...login, proxies }),
  };
}

/** The login is bound to proxies, because a hostile network can name a system proxy of its own. */
const storedLoginSchema = proxyLoginSchema.extend({ proxies: z.array(z.string()).readonly() });
type StoredLogin = z.infer<typeof storedLoginSchema>;

function createProxyLogins(openKeyStore: () => Promise<KeyStore>) {
  const known = new Map<string, Promise<StoredLogin | null>>();

  async function readStored(name: string): Promise<StoredLogin | null> {
    const { key } = await (await openKeyStore()).read(name);
    return key === null ? null : parse(key);
  }

  return {
    /** Returns the proxy's login, from the keychain on the first call; null if there is none for `asking`. */
    async read(proxy: Proxy, asking: string): Promise<ProxyLogin | null> {
      const name = nameOf(proxy);
      const reading = known.get(name) ?? readStored(name);
      known.set(name, reading);
      const stored = await reading;
      return stored?.proxies.includes(asking) === true ? stored : null;
    },
    async save(proxy: Proxy, login: StoredLogin | null) {
      const name = nameOf(proxy);
      const store = await openKeyStore();
      if (login === null) await store.remove(name);
      else await store.write(name, JSON.stringify(login));
      known.set(name, Promise.resolve(login));
    },
  };
}

function nameOf({ mode, address }: Proxy): string {
  return `proxy ${mode === 'address' ? address : 'of the system'}`;
}

function parse(text: string): StoredLogin | null {
  try {
    return storedLoginSchema.parse(JSON.parse(text));
  } catch {
    // Another program wrote the entry.
    return null;
  }
}
