import { proxyLoginSchema, type Proxy, type ProxyLogin } from '../../../preload/contract/proxy.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';

/** Names and passwords for proxies, in the keychain. */
export function createProxyLogins(openKeyStore: () => Promise<KeyStore>) {
  const known = new Map<string, Promise<ProxyLogin | null>>();

  async function readStored(name: string): Promise<ProxyLogin | null> {
    const { key } = await (await openKeyStore()).read(name);
    return key === null ? null : parse(key);
  }

  return {
    /** The login of this proxy, for which the keychain is asked once; null where there is none. */
    read(proxy: Proxy): Promise<ProxyLogin | null> {
      const name = nameOf(proxy);
      const reading = known.get(name) ?? readStored(name);
      known.set(name, reading);
      return reading;
    },
    /** Stores the login of this proxy; null removes it. */
    async save(proxy: Proxy, login: ProxyLogin | null) {
      const name = nameOf(proxy);
      const store = await openKeyStore();
      if (login === null) await store.remove(name);
      else await store.write(name, JSON.stringify(login));
      known.set(name, Promise.resolve(login));
    },
  };
}

/** A proxy gets no login but its own. */
function nameOf({ mode, address }: Proxy): string {
  return `proxy ${mode === 'address' ? address : 'of the system'}`;
}

function parse(text: string): ProxyLogin | null {
  try {
    return proxyLoginSchema.parse(JSON.parse(text));
  } catch {
    // Somebody else has written it.
    return null;
  }
}
