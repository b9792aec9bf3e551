import { defaultBaseUrl } from '../../preload/contract/connections.ts';
import type { Connections } from '../features/connections/connections.ts';
import { confirm, listed } from './ask.ts';

/** What the form for a connection has. */
export interface Entered {
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * Asks the user about a base URL that the app has not talked to yet, in a question that no page can answer: whoever is named
 * there gets the key that was entered and every query from then on. Asks nothing of the live service, of the address in the
 * policy, and of connections that are stored.
 * @returns whether the user was asked, and has agreed to base URL and key
 * @throws FailureError `cancelled` unless the user agrees
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

/** A key as a question shows it. */
export function keyEnd(key: string): string {
  return `ends in ${key.slice(-4)}`;
}
