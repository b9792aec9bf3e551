import { defaultBaseUrl } from '../../preload/contract/connections.ts';
import type { Connections } from '../features/connections/connections.ts';
import { confirm, listed } from './ask.ts';

export interface Entered {
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * Confirms, in a native dialog, a base URL that is new to the app: its host gets the entered key and every
 * later query. The live service, the policy's address and stored connections need no confirmation.
 * @returns whether the user was asked and agreed to base URL and key
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

export function keyEnd(key: string): string {
  return `ends in ${key.slice(-4)}`;
}
