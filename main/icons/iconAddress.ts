import type { Settings } from '../../preload/contract/settings.ts';

/** No address of an icon is longer. */
const maxLength = 2000;

/**
 * Where the icon of a record may be fetched: over https, and from the origin of the base URL alone unless the user allows others.
 * Other hosts need a public name: an address of the local network is nothing that a record may make the app ask.
 * @returns null where the icon stays unasked for.
 */
export function iconAddress(value: unknown, baseUrl: string, allowed: Settings['icons']): string | null {
  if (allowed === 'none' || typeof value !== 'string' || value.length > maxLength || !URL.canParse(value))
    return null;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  // The base URL is https itself, or on the loopback address.
  if (URL.canParse(baseUrl) && url.origin === new URL(baseUrl).origin) return url.href;
  const isPublic =
    /\.[a-z][a-z0-9-]*$/.test(url.hostname) && !/\.(local|internal|localhost|home|lan)$/.test(url.hostname);
  return allowed === 'any' && url.protocol === 'https:' && url.port === '' && isPublic ? url.href : null;
}
