import type { Proxy, ProxyLogin } from '../../preload/contract/proxy.ts';
import type { Connections } from '../features/connections/connections.ts';
import { confirm, listed } from './ask.ts';

/**
 * Asks the user, outside of the page, before a key takes the place of the one that is stored for its base URL: whoever's key it is may see every
 * query from then on, and the stored one cannot be read again.
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmOtherKey(
  baseUrl: string,
  key: string,
  connections: Pick<Connections, 'hasOtherKey'>,
): Promise<void> {
  if (!(await connections.hasOtherKey(baseUrl, key))) return;
  await confirm(
    {
      type: 'warning',
      message: `Replace the API key for ${new URL(baseUrl).host}?`,
      detail: `${listed({ 'Base URL': baseUrl, 'New key': `ends in ${key.slice(-4)}` })}\n\nThe stored key is removed. The account of the new key can see your queries. Continue only if you entered the key yourself.`,
      agree: 'Replace key',
    },
    'The stored key was not replaced.',
  );
}

/**
 * Asks the user, outside of the page, before the sign-in of a proxy changes: it is sent to the proxy, and the stored one cannot be read again.
 * @param login null to remove the stored one
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmProxyLogin(login: ProxyLogin | null, { mode, address }: Proxy): Promise<void> {
  const proxy = mode === 'address' ? address : 'the proxy of the system';
  await confirm(
    login === null
      ? {
          message: 'Remove the sign-in for the proxy?',
          detail: `${listed({ Proxy: proxy })}\n\nEnter the user name and password again to use them later.`,
          agree: 'Remove sign-in',
        }
      : {
          message: 'Sign in to the proxy?',
          detail: `${listed({ Proxy: proxy, 'User name': login.user })}\n\nThe user name and password are sent to the proxy, and take the place of stored ones.`,
          agree: 'Sign in',
        },
    'The proxy sign-in was not changed.',
  );
}
