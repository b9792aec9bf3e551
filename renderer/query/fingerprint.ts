import { canonicalJson } from '../../preload/contract/json.ts';
import type { Sort } from '../../preload/contract/query.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { plural } from '../format/numbers.ts';

/** Records that are compared: enough to notice another order or other members. */
const looked = 25;

/** A hash of ids and sort values that shows changes: FNV-1a over canonical JSON, two seeds. */
export function fingerprintOf(records: readonly PartialRecord[], sort: Sort | undefined): string {
  const field = sort?.field.split(':')[0];
  const seen = records
    .slice(0, looked)
    .map((record) => [record.id, field === undefined ? null : (record[field] ?? null)]);
  const text = canonicalJson(seen);
  return [0x811c9dc5, 0x01000193].map((start) => hash(text, start).toString(16).padStart(8, '0')).join('');
}

function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

export function describeChange(
  run: { readonly count: number | null; readonly fingerprint: string | null },
  before: { readonly count: number | null; readonly fingerprint: string | null } | undefined,
): string | null {
  if (before === undefined || run.count === null || before.count === null) return null;
  const more = run.count - before.count;
  if (more > 0) return plural(more, 'more record', 'more records');
  if (more < 0) return plural(-more, 'record fewer', 'records fewer');
  return run.fingerprint === before.fingerprint ? 'unchanged' : 'other records or values';
}
