import type { Settings } from '../../../preload/contract/settings.ts';

/** No address of an icon is longer. */
const maxLength = 2000;

/** A picture that a record holds itself, of a size that an icon may have. */
const embedded = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]{1,400000}={0,2}$/;

/** The bytes of an icon that is its own address; null for an address of the web. */
export function embeddedBytes(address: string): Uint8Array | null {
  return address.startsWith('data:') ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') : null;
}

/**
 * Returns the address from which a record's icon may be fetched: https, from the origin of the base URL, or
 * from any host if the user allows that. Other hosts need a public name: a record must not make the app
 * request an address of the local network. A picture in the record itself (`data:`) is its own address and
 * needs no request.
 * @returns null if the icon is not fetched
 */
export function iconAddress(value: unknown, baseUrl: string, allowed: Settings['icons']): string | null {
  if (allowed === 'none' || typeof value !== 'string') return null;
  if (value.startsWith('data:')) return embedded.test(value) ? value : null;
  if (value.length > maxLength || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  // The base URL is https itself, or on the loopback address.
  if (URL.canParse(baseUrl) && url.origin === new URL(baseUrl).origin) return url.href;
  const isPublic =
    /\.[a-z][a-z0-9-]*$/.test(url.hostname) && !/\.(local|internal|localhost|home|lan)$/.test(url.hostname);
  return allowed === 'any' && url.protocol === 'https:' && url.port === '' && isPublic ? url.href : null;
}
