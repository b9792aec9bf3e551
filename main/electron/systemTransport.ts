import { isDeepStrictEqual } from 'node:util';
import { app, type Session } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';
import { noSocksLogin, proxyOf, type Proxy } from '../../preload/contract/proxy.ts';
import type { Transport } from '../data-service/transport.ts';
import type { ReadProxyLogin } from '../features/connections/settings.ts';
import { requestBy } from './netRequest.ts';
import { serviceSession, updateSession } from './sessions.ts';

let applied: Promise<void> = Promise.resolve();
let current: Proxy | null = { mode: 'system', address: '', bypass: '' };
let readStored: ReadProxyLogin = () => Promise.resolve(null);

/** Returns the stored credentials for a proxy. */
export const readProxyLogin: ReadProxyLogin = (asking) => readStored(asking);

/** Uses Chromium's network and the system's certificates. Waits for the most recent proxy setting. */
export const systemTransport: Transport = async (url, init) => {
  await proxyApplied();
  return requestBy(serviceSession(), url, init, readProxyLogin);
};

/** Resolves once the most recent proxy setting is active. Rejects if it could not be set. */
export async function proxyApplied(): Promise<void> {
  let awaited: Promise<void>;
  do {
    awaited = applied;
    await awaited.catch(() => undefined);
  } while (awaited !== applied);
  await applied;
}

/** Routes all requests through this proxy. If it cannot be set, requests fail; none bypasses it. */
export function applyProxy(proxy: Proxy, readLogin: ReadProxyLogin): Promise<void> {
  readStored = readLogin;
  if (isDeepStrictEqual(proxy, current)) return applied;
  current = proxy;
  // One after another: the last one set stays.
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

/** Chromium caches credentials until the app exits, and reuses open connections. */
export async function forgetProxyLogins(): Promise<void> {
  await Promise.all(
    sessions().flatMap((session) => [session.clearAuthCache(), session.closeAllConnections()]),
  );
}

function sessions(): Session[] {
  return [serviceSession(), updateSession()];
}

/** Returns proxies (host:port) for this address; empty for a direct request. SOCKS has no sign-in here. */
async function proxiesFor({ mode, address }: Proxy, url: string): Promise<string[]> {
  await proxyApplied();
  if (mode === 'address') return [proxyOf(address)];
  // Rule: Electron's `docs/api/session.md`, `resolveProxy`: in PAC syntax, `PROXY host:port; DIRECT`.
  const found = await serviceSession().resolveProxy(url);
  return [...found.matchAll(/\b(?:PROXY|HTTPS) ([^\s;]+)/g)].map(([, proxy = '']) => proxy);
}

/** Only proxies (host:port) on the current route. Throws `bad-arguments` if none takes a sign-in. */
export async function signInTargets(proxy: Proxy, baseUrl: string): Promise<string[]> {
  // Rule: Chromium's `net/docs/proxy.md`, "No authentication methods are supported for SOCKSv5".
  if (proxy.mode === 'address' && proxy.address.startsWith('socks5:'))
    throw new FailureError({ code: 'bad-arguments', message: noSocksLogin });
  const proxies = await proxiesFor(proxy, baseUrl);
  if (proxies.length > 0) return proxies;
  const { host } = new URL(baseUrl);
  throw new FailureError({
    code: 'bad-arguments',
    message: `The system names no proxy for ${host} now that takes a user name and password. Sign in where it does.`,
  });
}

/**
 * Rule: Electron's `docs/api/structures/proxy-config.md`. Without `direct://` in the rules, nothing bypasses
 * a proxy that does not answer; requests to this computer never use one.
 */
function configOf({ mode, address, bypass }: Proxy): Electron.ProxyConfig {
  if (mode === 'address') return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: bypass };
  return { mode: mode === 'none' ? 'direct' : 'system' };
}
