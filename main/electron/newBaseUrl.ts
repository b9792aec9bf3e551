import { defaultBaseUrl } from '../../preload/contract/serviceAddress.ts';
import type { Connections } from '../features/connections/connections.ts';
import { confirm } from './ask.ts';

/**
 * Asks the user about a base URL that the app has not talked to yet, in a question that no page can answer: whoever is named
 * there gets the key that was entered and every query from then on. Asks nothing of the live service, of the address in the
 * policy, and of connections that are stored.
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmBaseUrl(
  baseUrl: string,
  connections: Pick<Connections, 'baseUrl' | 'list'>,
): Promise<void> {
  if (baseUrl === defaultBaseUrl || baseUrl === connections.baseUrl) return;
  if ((await connections.list()).some((known) => known.baseUrl === baseUrl)) return;
  const { host } = new URL(baseUrl);
  await confirm(
    {
      type: 'warning',
      message: `Connect to ${host}?`,
      detail: `${baseUrl}\n\nThe app will send the API key you entered, and every later query, to this address. Connect only if you entered the address yourself.`,
      agree: 'Connect',
    },
    `Nothing was sent to ${host}. Confirm the address to connect.`,
  );
}
