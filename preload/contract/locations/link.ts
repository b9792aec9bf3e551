import { baseUrlSchema, type Connection } from '../connections.ts';
import { parseExactJson } from '../exactNumbers.ts';
import { locationSchema, type Location } from './location.ts';

/**
 * Links to places in the app: `rwa-explorer://v1/browse?at=sample&place=~resource~:~assets~,~search~:~~,~filters~:*!`.
 *
 * The place is the location as JSON without its view and its outer braces. The characters of JSON that would have to be
 * escaped in a URL change places with such as need not (`swaps`); what is left is percent-encoded. A link comes from
 * another user: it is short, of a known version, and what it holds is parsed before it is believed.
 *
 * Rule: RFC 3986, 3.4 (characters of a query).
 */
export const linkScheme = 'rwa-explorer';

/** Longer links are neither made nor read: mail programs and shells break them. */
export const maxLinkLength = 8_000;

/** Where a link leads. */
export interface LinkTarget {
  readonly location: Location;
  /** The base URL of the connection it was made on, or `sample`. */
  readonly connection: string;
}

export type LinkAnswer =
  | { readonly ok: true; readonly target: LinkTarget }
  /** One sentence for the user. */
  | { readonly ok: false; readonly problem: string };

const version = 'v1';
const sampleConnection = 'sample';
const swaps = new Map([...'"~', ...'{(', ...'})', ...'[*', ...']!'].map((_, i, all) => [all[i], all[i ^ 1]]));
const linkParts = /^rwa-explorer:\/\/(v\d+)\/([a-z]+)\/?\?at=([^&]*)(?:&place=([^&]*))?$/i;

/** The link to a place. Null where it would be too long. */
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

/** Reads a link. Whatever is not exactly a link of the app to a place it knows is refused with a reason. */
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

/** True where a link leads to this connection. */
export function isLinkOf(
  target: LinkTarget,
  { baseUrl, sample }: Pick<Connection, 'baseUrl' | 'sample'>,
): boolean {
  return sample ? target.connection === sampleConnection : target.connection === baseUrl;
}

/** Says what a link is for that leads to no connection of this computer. */
export function unknownConnection({ connection }: LinkTarget): string {
  return connection === sampleConnection
    ? 'This link is for the sample data, which are switched off on this computer.'
    : `This link is for ${connection}. Connect to that service, then open the link again.`;
}

/** What a link calls its connection is shown to the user, and must not say anything else. */
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
