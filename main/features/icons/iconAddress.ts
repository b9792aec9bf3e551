import type { Settings } from '../../../preload/contract/settings.ts';

const maxLength = 2000;

/** An image within the record, of a size that an icon may have. */
const embedded = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]{1,400000}={0,2}$/;

/** Returns the bytes of an embedded icon; null for a web address. */
export function embeddedBytes(address: string): Uint8Array | null {
  return address.startsWith('data:') ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') : null;
}

/**
 * Returns the address to fetch a record's icon from: https, from the origin of the base URL, or from any host
 * if the user allows that. Other hosts need a public name, so that a record cannot make the app request a
 * local address. An image within the record (`data:`) is its own address and needs no request.
 * @returns null if the icon is not fetched
 */
export function iconAddress(value: unknown, baseUrl: string, allowed: Settings['icons']): string | null {
  if (allowed === 'none' || typeof value !== 'string') return null;
  if (value.startsWith('data:')) return embedded.test(value) ? value : null;
  if (value.length > maxLength || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  // The base URL is https or on the loopback address.
  if (URL.canParse(baseUrl) && url.origin === new URL(baseUrl).origin) return url.href;
  const isPublic =
    /\.[a-z][a-z0-9-]*$/.test(url.hostname) && !/\.(local|internal|localhost|home|lan)$/.test(url.hostname);
  return allowed === 'any' && url.protocol === 'https:' && url.port === '' && isPublic ? url.href : null;
}
