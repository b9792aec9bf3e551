import { baseUrlSchema, type Connection } from '../connections.ts';
import { parseExactJson } from '../exactNumbers.ts';
import { locationSchema, type Location } from './location.ts';

/**
 * Links to locations:
 * `rwa-explorer://v1/browse?at=sample&place=~resource~:~assets~,~search~:~~,~filters~:*!`.
 * A location is JSON without its view and outer braces. `swaps` exchanges JSON's signs for unreserved ones;
 * the rest is percent-encoded (RFC 3986, 3.4). Links are untrusted: length, version and content are checked.
 */
export const linkScheme = 'rwa-explorer';

/** Mail programs and shells break longer links. */
export const maxLinkLength = 8_000;

interface LinkTarget {
  readonly location: Location;
  /** The base URL of the connection, or `sample`. */
  readonly connection: string;
}

type LinkAnswer =
  { readonly ok: true; readonly target: LinkTarget } | { readonly ok: false; readonly problem: string };

const version = 'v1';
const sampleConnection = 'sample';
const swaps = new Map([...'"~', ...'{(', ...'})', ...'[*', ...']!'].map((_, i, all) => [all[i], all[i ^ 1]]));
const linkParts = /^rwa-explorer:\/\/(v\d+)\/([a-z]+)\/?\?at=([^&]*)(?:&place=([^&]*))?$/i;

/** Null if too long. */
export function toLink(
  location: Location,
  connection: Pick<Connection, 'baseUrl' | 'sample'>,
): string | null {
  const { view, ...place } = location;
  const json = JSON.stringify(place).slice(1, -1);
  const at = connection.sample ? sampleConnection : connection.baseUrl;
  const link =
    `${linkScheme}://${version}/${view}?at=${escapeText(at)}` +
    (json === '' ? '' : `&place=${escapeText(swap(json))}`);
  return link.length > maxLinkLength ? null : link;
}

export function fromLink(text: string): LinkAnswer {
  const link = text.trim();
  if (link.length > maxLinkLength) return refuse('The link is too long.');
  const [, linkVersion, view, at, place = ''] = linkParts.exec(link) ?? [];
  if (linkVersion === undefined || view === undefined || at === undefined) {
    return refuse('This is not an RWA Explorer link.');
  }
  if (linkVersion.toLowerCase() !== version)
    return refuse('The link was made by another version of the app.');
  const connection = unescapeText(at);
  const members = parseMembers(place);
  if (connection === undefined || !isConnection(connection) || members === undefined)
    return refuse('The link is damaged.');
  const location = locationSchema.safeParse({ ...members, view });
  return location.success
    ? { ok: true, target: { location: location.data, connection } }
    : refuse('The link points to a view that this app does not have.');
}

export function isLinkOf(
  target: LinkTarget,
  { baseUrl, sample }: Pick<Connection, 'baseUrl' | 'sample'>,
): boolean {
  return sample ? target.connection === sampleConnection : target.connection === baseUrl;
}

export function unknownConnection({ connection }: LinkTarget): string {
  return connection === sampleConnection
    ? 'This link is for the sample data, which are switched off on this computer.'
    : `This link is for ${connection}. Connect to that service, then open the link again.`;
}

/** The user sees this text, so it must be a base URL. */
function isConnection(text: string): boolean {
  return text === sampleConnection || baseUrlSchema.safeParse(text).data === text;
}

function refuse(problem: string): LinkAnswer {
  return { ok: false, problem };
}

function parseMembers(place: string): object | undefined {
  const swapped = unescapeText(place);
  if (swapped === undefined) return undefined;
  try {
    const value = parseExactJson(`{${swap(swapped)}}`);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function swap(text: string): string {
  return text.replace(/["~{(})[*\]!]/g, (character) => swaps.get(character) ?? character);
}

function escapeText(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27').replaceAll('%3A', ':').replaceAll('%2C', ',');
}

function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
