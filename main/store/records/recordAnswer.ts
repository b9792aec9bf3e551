import { maxDepth, parseAnswer } from '../../../preload/contract/answerNotes.ts';
import { isJsonObject, type Json } from '../../../preload/contract/json.ts';
import { isResourceRecord, type ResourceRecord } from '../../../preload/contract/recordsText.ts';

const maxFields = 5000;

/** Maximum characters of a record; the largest seen has 120,000. */
const maxRecordLength = 16_000_000;

/** Maximum nested values, and name length; the largest seen are 5,000 and 60. */
const maxValues = 100_000;
const maxNameLength = 1000;

/** `cut`: fields beyond the limit were dropped. */
interface Kept {
  readonly record: ResourceRecord;
  readonly cut: boolean;
}

/** An answer about a record that could not be read has no others. */
const namesOfErrors = new Set(['id', 'error', 'message', 'code', 'status']);

/** `answerLength`: characters of the whole answer. Returns the reason for a rejected record. */
export function keptRecord(sent: ResourceRecord, answerLength: number): Kept | string {
  const names = Object.keys(sent);
  if ('error' in sent && names.every((name) => namesOfErrors.has(name))) return 'sent as an error';
  const cut = names.length > maxFields;
  const kept = names.filter((name) => name !== 'id').slice(0, maxFields - 1);
  const record = cut
    ? { id: sent.id, ...Object.fromEntries(kept.map((name) => [name, sent[name] ?? null])) }
    : sent;
  const excess = excessOf(record);
  if (excess !== null) return excess;
  if (answerLength > maxRecordLength && JSON.stringify(record).length > maxRecordLength)
    return 'larger than 16 MB';
  return { record, cut };
}

function excessOf(record: object): string | null {
  let values = 0;
  function look(value: unknown, levels: number): string | null {
    if (typeof value !== 'object' || value === null) return null;
    if (levels === 0) return `nested deeper than ${maxDepth.toString()} levels`;
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
    values += members.length;
    if (values > maxValues) return `larger than ${maxValues.toLocaleString('en')} values`;
    if (members !== value && Object.keys(value).some((name) => name.length > maxNameLength))
      return `longer than ${maxNameLength.toLocaleString('en')} characters in the name of a field`;
    for (const member of members) {
      const excess = look(member, levels - 1);
      if (excess !== null) return excess;
    }
    return null;
  }
  return look(record, maxDepth);
}

export function cutNotes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${(names.length - 5).toString()} more` : '';
  return [`Fields beyond the first ${maxFields.toLocaleString('en')} are left out of: ${shown}${more}.`];
}

export function shortenId(id: string): string {
  return id.length > 80 ? `${id.slice(0, 80)}…` : id;
}

/** Returns null without a record, a sentence for a rejected or another one. */
export function readRecordText(
  text: string,
  id: string | number,
): { readonly record: ResourceRecord; readonly notes: string[] } | { readonly problem: string } | null {
  let answer: ReturnType<typeof parseAnswer>;
  try {
    answer = parseAnswer(text);
  } catch {
    return { problem: 'The response is not JSON, or was cut off.' };
  }
  const records = recordsIn(answer.value);
  const [first] = records;
  if (first === undefined) return null;
  const sent = recordOf(id, records);
  if (sent === undefined)
    return {
      problem: `The response has record ${shortenId(String(first.id))} instead of ${shortenId(String(id))}.`,
    };
  const kept = keptRecord(sent, text.length);
  if (typeof kept === 'string') return { problem: `The record is ${kept}.` };
  return { record: kept.record, notes: [...answer.notes, ...cutNotes(kept.cut ? [String(sent.id)] : [])] };
}

/** Accepts a record, `{results: record}` and `{results: [record]}`: the envelope is undocumented. */
function recordsIn(answer: unknown): ResourceRecord[] {
  if (isResourceRecord(answer)) return [answer];
  if (!isJsonObject(answer)) return [];
  const results: Json | undefined = answer['results'];
  return (Array.isArray(results) ? (results as Json[]) : [results]).filter(isResourceRecord);
}

/** Compares ids as texts; prefers equal case, which a service may ignore. */
function recordOf(id: string | number, records: readonly ResourceRecord[]): ResourceRecord | undefined {
  const asked = String(id);
  const lower = asked.toLowerCase();
  return (
    records.find((record) => String(record.id) === asked) ??
    records.find((record) => String(record.id).toLowerCase() === lower)
  );
}
