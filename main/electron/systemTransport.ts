import { isDeepStrictEqual } from 'node:util';
import { app, type Session } from 'electron';
import { proxyOf, type Proxy } from '../../preload/contract/proxy.ts';
import type { Transport } from '../data-service/transport.ts';
import type { ReadProxyLogin } from '../features/connections/settings.ts';
import { requestBy } from './netRequest.ts';
import { serviceSession, updateSession } from './sessions.ts';

let applied: Promise<void> = Promise.resolve();
let current: Proxy | null = { mode: 'system', address: '', bypass: '' };
let readStored: ReadProxyLogin = () => Promise.resolve(null);

/** What a proxy that asks is told, by the settings of now. */
export const readProxyLogin: ReadProxyLogin = (asking) => readStored(asking);

/** Requests by Chromium's network, which trusts the certificates that the system trusts. They wait for the proxy that was set last. */
export const systemTransport: Transport = async (url, init) => {
  await proxyApplied();
  return requestBy(serviceSession(), url, init, readProxyLogin);
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
export function applyProxy(proxy: Proxy, readLogin: ReadProxyLogin): Promise<void> {
  readStored = readLogin;
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
  await Promise.all(sessions().map((session) => session.setProxy(config)));
  await forgetProxyLogins();
}

/** Has every proxy ask again: Chromium keeps who uses one until the app ends, and would go on with the connections that are open. */
export async function forgetProxyLogins(): Promise<void> {
  await Promise.all(
    sessions().flatMap((session) => [session.clearAuthCache(), session.closeAllConnections()]),
  );
}

/** The sessions of all that main requests. */
function sessions(): Session[] {
  return [serviceSession(), updateSession()];
}

/** The proxies that a request of this address may take, by host and port; none where it goes directly. SOCKS knows no sign-in here. */
export async function proxiesFor({ mode, address }: Proxy, url: string): Promise<string[]> {
  await proxyApplied();
  if (mode === 'address') return [proxyOf(address)];
  // Rule: Electron's `docs/api/session.md`, `resolveProxy`: as a PAC file says it, `PROXY host:port; DIRECT`.
  const found = await serviceSession().resolveProxy(url);
  return [...found.matchAll(/\b(?:PROXY|HTTPS) ([^\s;]+)/g)].map(([, proxy = '']) => proxy);
}

/**
 * Rule: Electron's `docs/api/structures/proxy-config.md`. Without `direct://` among the rules nothing goes past a proxy that does not
 * answer; requests to this computer itself never use one.
 */
function configOf({ mode, address, bypass }: Proxy): Electron.ProxyConfig {
  if (mode === 'address') return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: bypass };
  return { mode: mode === 'none' ? 'direct' : 'system' };
}
