import { defaultBaseUrl } from '../../../preload/contract/connections.ts';
import type { ProxyLogin } from '../../../preload/contract/proxy.ts';
import type { Connections } from '../../features/connections/connections.ts';
import { confirm, listed } from '../ask.ts';

interface Entered {
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * Confirms, in a native dialog, a base URL that is new to the app: its host gets the entered key and every
 * later query. The live service, the policy's address and stored connections need no confirmation.
 * @returns whether the user was asked and agreed to base URL and key
 * @throws FailureError `canceled` unless the user agrees
 */
export async function confirmBaseUrl(
  { baseUrl, key }: Entered,
  connections: Pick<Connections, 'baseUrl' | 'list'>,
): Promise<boolean> {
  if (baseUrl === defaultBaseUrl || baseUrl === connections.baseUrl) return false;
  if ((await connections.list()).some((known) => known.baseUrl === baseUrl)) return false;
  const { host } = new URL(baseUrl);
  await confirm(
    {
      type: 'warning',
      message: `Connect to ${host}?`,
      detail: `${listed({ 'Base URL': baseUrl, 'API key': keyEnd(key) })}\n\nThe app will send the API key you entered, and every later query, to this address. Connect only if you entered both yourself.`,
      agree: 'Connect',
    },
    `Nothing was sent to ${host}. Confirm the address to connect.`,
  );
  return true;
}

function keyEnd(key: string): string {
  return `ends in ${key.slice(-4)}`;
}

/**
 * Confirms, outside of the page, that a key is stored or replaces the one of its base URL: the owner of a key
 * can see every later query, and a replaced key cannot be read again.
 * @param isAgreed true if the user already confirmed the base URL with this key
 * @throws FailureError `canceled` unless the user agrees
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

/** Documents need no question: copies of user.db have them. Throws `canceled` unless the user agrees. */
export async function confirmForgottenKey(name: string): Promise<void> {
  await confirm(
    {
      type: 'warning',
      message: `Forget the key for ${name}?`,
      detail:
        'It is removed from this computer. Records that are cached stay readable; to fetch new ones, paste the key again.',
      agree: 'Forget the key',
      decline: 'Keep the key',
    },
    'The key was not removed.',
  );
}

/** @throws FailureError `canceled` unless the user agrees */
export async function confirmClearedCache(name: string): Promise<void> {
  await confirm(
    {
      type: 'warning',
      message: `Clear the cache of ${name}?`,
      detail:
        'Everything fetched over this connection is removed from this computer, the daily history of its figures too, and its syncs are stopped. Your queries, notes and settings stay.',
      agree: 'Clear the cache',
      decline: 'Keep the cache',
    },
    'The cache was not cleared.',
  );
}

/**
 * Confirms, outside of the page, a change of the proxy sign-in: it is sent to the proxy, and the stored one
 * cannot be read again.
 * @param login null to remove the stored one
 * @param proxies those that receive it
 * @throws FailureError `canceled` unless the user agrees
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
