import { FailureError } from '../../preload/contract/failures.ts';
import { noSocksLogin, type Proxy, type ProxyLogin } from '../../preload/contract/proxy.ts';
import type { Connections } from '../features/connections/connections.ts';
import { confirm, listed } from './ask.ts';
import { keyEnd, type Entered } from './newBaseUrl.ts';
import { proxiesFor } from './systemTransport.ts';

/**
 * Confirms, outside of the page, that a key is stored or replaces the one of its base URL: the owner of a key
 * can see every later query, and a replaced key cannot be read again.
 * @param isAgreed true if the user already confirmed the base URL with this key
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmKey(
  { baseUrl, key }: Entered,
  connections: Pick<Connections, 'compareKey'>,
  isAgreed: boolean,
): Promise<void> {
  const stored = await connections.compareKey(baseUrl, key);
  if (stored === 'same' || (stored === 'none' && isAgreed)) return;
  const { host } = new URL(baseUrl);
  const details = listed({ 'Base URL': baseUrl, 'New key': keyEnd(key) });
  const who =
    'The account of the new key can see your queries. Continue only if you entered the key yourself.';
  await confirm(
    stored === 'none'
      ? {
          message: `Store this API key for ${host}?`,
          detail: `${details}\n\n${who}`,
          agree: 'Store key',
        }
      : {
          type: 'warning',
          message: `Replace the API key for ${host}?`,
          detail: `${details}\n\nThe stored key is removed. ${who}`,
          agree: 'Replace key',
        },
    stored === 'none' ? 'The key was not stored.' : 'The stored key was not replaced.',
  );
}

/**
 * The proxies (host:port) that may receive the credentials: only those on the current route.
 * @throws FailureError `bad-arguments` if none of them takes a sign-in
 */
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
 * Confirms, outside of the page, a change of the proxy sign-in: it is sent to the proxy, and the stored one
 * cannot be read again.
 * @param login null to remove the stored one
 * @param proxies those that receive it
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmProxyLogin(login: ProxyLogin | null, proxies: readonly string[]): Promise<void> {
  await confirm(
    login === null
      ? {
          message: 'Remove the sign-in for the proxy?',
          detail: 'Enter the user name and password again to use them later.',
          agree: 'Remove sign-in',
        }
      : {
          message: 'Sign in to the proxy?',
          detail: `${listed({ Proxy: proxies.join(', '), 'User name': login.user })}\n\nThe user name and password are sent to the proxy, and take the place of stored ones.`,
          agree: 'Sign in',
        },
    'The proxy sign-in was not changed.',
  );
}
