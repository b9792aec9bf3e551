import { isDeepStrictEqual } from 'node:util';
import { app } from 'electron';
import type { Proxy, ProxyLogin } from '../../preload/contract/proxy.ts';
import type { Transport } from '../data-service/transport.ts';
import { requestBy } from './netRequest.ts';
import { serviceSession, updateSession } from './sessions.ts';

let applied: Promise<void> = Promise.resolve();
let current: Proxy | null = { mode: 'system', address: '', bypass: '' };
let readProxyLogin = (): Promise<ProxyLogin | null> => Promise.resolve(null);

/** Requests by Chromium's network, which trusts the certificates that the system trusts. They wait for the proxy that was set last. */
export const systemTransport: Transport = async (url, init) => {
  await proxyApplied();
  return requestBy(serviceSession(), url, init, () => readProxyLogin());
};

/** Resolves once the proxy that was set last is in force, whichever were set meanwhile. @throws where it could not be set */
export async function proxyApplied(): Promise<void> {
  let awaited: Promise<void>;
  do {
    awaited = applied;
    await awaited.catch(() => undefined);
  } while (awaited !== applied);
  await applied;
}

/**
 * Sends every request of the app through this proxy. Where it cannot be set requests fail: none goes past it.
 * @param readLogin who uses it, for a proxy that asks
 */
export function applyProxy(proxy: Proxy, readLogin: () => Promise<ProxyLogin | null>): Promise<void> {
  readProxyLogin = readLogin;
  if (isDeepStrictEqual(proxy, current)) return applied;
  current = proxy;
  // One after the other: the one that is set last is the one that stays.
  const setting = applied.catch(() => undefined).then(() => setProxy(configOf(proxy)));
  setting.catch(() => {
    if (applied === setting) current = null;
  });
  applied = setting;
  return setting;
}

async function setProxy(config: Electron.ProxyConfig): Promise<void> {
  await app.whenReady();
  await Promise.all(
    [serviceSession(), updateSession()].map(async (session) => {
      await session.setProxy(config);
      // Connections that are open would be used again.
      await session.closeAllConnections();
    }),
  );
}

/**
 * Rule: Electron's `docs/api/structures/proxy-config.md`. Without `direct://` among the rules nothing goes past a proxy that does not
 * answer; requests to this computer itself never use one.
 */
function configOf({ mode, address, bypass }: Proxy): Electron.ProxyConfig {
  if (mode === 'address') return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: bypass };
  return { mode: mode === 'none' ? 'direct' : 'system' };
}
