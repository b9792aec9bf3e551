import { maxDepth, parseAnswer } from './answerNotes.ts';
import { isJsonObject, type Json } from './json.ts';
import { isResourceRecord, type ResourceRecord } from './recordsText.ts';

/** What is kept of records that a service sends. */

/** Fields that a record may have: each is looked at for the columns of its table. The widest seen has some 160. */
const maxFields = 5000;

/** Characters that a record may have. The heaviest seen has some 120,000. */
const maxRecordLength = 16_000_000;

/** Values that a record may have with those nested in it, and characters of a name. The widest seen has some 5,000, and 60. */
const maxValues = 100_000;
const maxNameLength = 1000;

/** A record as it is kept; `cut` where fields beyond the limit are left out. */
interface Kept {
  readonly record: ResourceRecord;
  readonly cut: boolean;
}

/**
 * @param answerLength characters of the answer that it comes with
 * @returns why it cannot be kept
 */
export function keptRecord(sent: ResourceRecord, answerLength: number): Kept | string {
  const names = Object.keys(sent);
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

/** Why a record cannot be kept by what is nested in it; null where it can. */
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

/** The sentences about records of which fields are left out. */
export function cutNotes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${(names.length - 5).toString()} more` : '';
  return [`Fields beyond the first ${maxFields.toLocaleString('en')} are left out of: ${shown}${more}.`];
}

/**
 * Reads the text of the answer of a record endpoint; `notes`: what of it could not be read as it came.
 * @returns null where there is no record in it, a sentence for the problem where it cannot be kept
 */
export function readRecordText(
  text: string,
): { readonly record: ResourceRecord; readonly notes: string[] } | { readonly problem: string } | null {
  let answer: ReturnType<typeof parseAnswer>;
  try {
    answer = parseAnswer(text);
  } catch {
    return { problem: 'The response is not JSON, or was cut off.' };
  }
  const sent = readRecord(answer.value);
  if (sent === null) return null;
  const kept = keptRecord(sent, text.length);
  if (typeof kept === 'string') return { problem: `The record is ${kept}.` };
  return { record: kept.record, notes: [...answer.notes, ...cutNotes(kept.cut ? [String(sent.id)] : [])] };
}

/**
 * Reads the answer of a record endpoint, whose envelope is not shown anywhere: the bare record, `{results: record}` and
 * `{results: [record]}` are all accepted.
 * @returns null where there is no record in it.
 */
export function readRecord(answer: unknown): ResourceRecord | null {
  if (isResourceRecord(answer)) return answer;
  if (!isJsonObject(answer)) return null;
  const results: Json | undefined = answer['results'];
  const record = Array.isArray(results) ? (results as Json[])[0] : results;
  return isResourceRecord(record) ? record : null;
}
