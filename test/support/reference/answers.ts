import { readExact, type Exact } from './exact.ts';

/** Answers of a data service with exact digits. Imports nothing of the product. */

/** A number by its digits. */
export class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Raw = null | boolean | string | Digits | readonly Raw[] | RawRecord;
export interface RawRecord {
  readonly [name: string]: Raw;
}

/** Type of a field. Days and moments are texts; a metric's members are numbers. */
export type Kind = 'id' | 'text' | 'number' | 'metric' | 'day' | 'moment' | 'boolean' | 'list' | 'object';

/** @throws SyntaxError */
export function readRaw(text: string): Raw {
  const withDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value;
  return JSON.parse(text, withDigits) as Raw;
}

export function isList(raw: Raw | undefined): raw is readonly Raw[] {
  return Array.isArray(raw);
}

export function isRecord(raw: Raw | undefined): raw is RawRecord {
  return typeof raw === 'object' && raw !== null && !isList(raw) && !(raw instanceof Digits);
}

/**
 * Reads all pages of a resource until one is empty, and sorts by id.
 * @throws Error if an answer is not a list
 */
export async function readAll(url: string, key: string, resource: string): Promise<readonly RawRecord[]> {
  const found: RawRecord[] = [];
  for (let page = 1; ; page += 1) {
    const query = { sort: { field: 'id', direction: 'asc' }, pagination: { page, perPage: 1000 } };
    const address = `${url}/v4/${resource}?query=${encodeURIComponent(JSON.stringify(query))}`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    const answer = readRaw(await response.text());
    const results = isRecord(answer) ? answer['results'] : null;
    if (!isList(results)) throw new Error(`${address} did not answer with a list.`);
    if (results.length === 0) return found;
    found.push(...results.filter(isRecord));
  }
}

/** `a`, `a:val_7d` for a metric's member, `a.b` for a nested one. A metric is its `val`. */
export function valueAt(record: RawRecord, name: string): Raw {
  const [path = '', member = 'val'] = name.split(':');
  const found = path
    .split('.')
    .reduce<Raw>((value, part) => (isRecord(value) ? (value[part] ?? null) : null), record);
  return isRecord(found) && (member !== 'val' || 'val' in found) ? (found[member] ?? null) : found;
}

export function numberAt(record: RawRecord, name: string): Exact | null {
  const value = valueAt(record, name);
  return value instanceof Digits ? readExact(value.text) : null;
}

/** Ids are equal as numbers and as text. */
export function textAt(record: RawRecord, name: string): string | null {
  const value = valueAt(record, name);
  return value instanceof Digits ? value.text : typeof value === 'string' ? value : null;
}

/** Milliseconds since 1970 UTC. Moments without a zone are in UTC. */
export function momentAt(record: RawRecord, name: string): number | null {
  const text = textAt(record, name);
  if (text === null) return null;
  const moment = Date.parse(/[Zz]$|[+-]\d\d:?\d\d$|^.{10}$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(moment) ? null : moment;
}

export const dayMs = 86_400_000;

export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
