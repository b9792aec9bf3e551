import type { Condition } from '../../preload/contract/query.ts';
import type { RecordLookup } from '../fields/lookup.ts';
import { findBuilderField, type BuilderField, type ValueKind } from './fields.ts';
import { conditionProblems } from './problems.ts';
import { convertEntries, convertEntry, isListOperator, keptLocale, writeEntry } from './valueEntry.ts';

type CheckedAnswer =
  { readonly ok: true; readonly answer: string } | { readonly ok: false; readonly message: string };

/** Formats an earlier answer for the input. */
export function enteredAnswer(answer: string, condition: Condition | undefined, kind: ValueKind): string {
  if (kind !== 'number' || condition === undefined) return answer;
  if (isListOperator(condition.operator))
    return convertEntries(answer, kind, keptLocale)
      .values.map((value) => writeEntry(value, kind))
      .join('; ');
  const value = convertEntry(answer, kind, keptLocale);
  return value === null ? answer : writeEntry(value, kind);
}

/** Returns the linked resource: `protocol_name` belongs to `protocol_id`. */
export function namedResource(field: BuilderField, fields: readonly BuilderField[]): string | undefined {
  const idField = field.name.replace(/_name$/, '_id');
  return fields.find(({ name }) => name === idField)?.link;
}

/** Validates the input for a parameter like a condition's value. Completes names: `sol` becomes `Solana`. */
export async function checkAnswer(
  entered: string,
  condition: Condition | undefined,
  fields: readonly BuilderField[],
  lookup: RecordLookup,
): Promise<CheckedAnswer> {
  const text = entered.trim();
  const { field, unit } = findBuilderField(fields, condition?.field ?? '');
  if (condition === undefined || field === undefined) return { ok: true, answer: text };
  const { kind } = field;
  if (isListOperator(condition.operator)) {
    const { values, refused } = convertEntries(text, kind, undefined, unit);
    return refused.length === 0
      ? { ok: true, answer: kind === 'number' ? values.join('\n') : text }
      : { ok: false, message: `Not understood: ${refused.join('; ')}.` };
  }
  const isExact = condition.operator === 'equals' || condition.operator === 'notEquals';
  const names = isExact ? await namesFor(text, field, fields, lookup) : null;
  if (names !== null) return fittingName(text, names, field);
  const value = convertEntry(text, kind, undefined, unit) ?? text;
  const [message] = conditionProblems({ ...condition, value }, fields);
  if (message !== undefined) return { ok: false, message };
  return { ok: true, answer: kind === 'number' ? writeEntry(value, kind, keptLocale) : text };
}

interface Choice {
  readonly name: string;
  readonly answer: string;
}

/** Null if any text is valid, or no names are known. */
async function namesFor(
  text: string,
  field: BuilderField,
  fields: readonly BuilderField[],
  lookup: RecordLookup,
): Promise<readonly Choice[] | null> {
  if (field.options.length > 0)
    return field.options.map(({ value, label }) => ({ name: label, answer: String(value) }));
  const resource = namedResource(field, fields);
  if (resource === undefined || (field.kind === 'id' && /^\d+$/.test(text))) return null;
  const found = await lookup.find(resource, text);
  if (found.length === 0 && (await lookup.find(resource, '')).length === 0) return null;
  return found.map(({ id, name }) => ({ name, answer: field.kind === 'id' ? String(id) : name }));
}

function fittingName(text: string, choices: readonly Choice[], field: BuilderField): CheckedAnswer {
  const sought = text.toLowerCase();
  const same = choices.find(({ name, answer }) => name.toLowerCase() === sought || answer === text);
  const starting = choices.filter(({ name }) => name.toLowerCase().startsWith(sought));
  const close =
    starting.length > 0 ? starting : choices.filter(({ name }) => name.toLowerCase().includes(sought));
  const [only] = close;
  if (same !== undefined) return { ok: true, answer: same.answer };
  if (only !== undefined && close.length === 1) return { ok: true, answer: only.answer };
  const what = field.label.toLowerCase().replace(/ id$/, '');
  const message =
    only === undefined
      ? `No ${what} is called “${text}”. Choose one from the list.`
      : `“${text}” fits several: ${close
          .slice(0, 4)
          .map(({ name }) => name)
          .join(', ')}. Enter one of them.`;
  return { ok: false, message };
}
