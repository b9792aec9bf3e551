import { operatorTerms } from '../../preload/contract/operators.ts';
import type { ConditionValue, Scalar } from '../../preload/contract/query.ts';
import { isBeyondDouble, parseExactJson } from '../../preload/contract/exactNumbers.ts';
import { parseInstant } from '../../preload/contract/instants.ts';
import type { Unit } from '../../preload/contract/units.ts';
import type { BuilderField, ValueKind } from './fields.ts';
import { fullFigure } from '../format/numbers.ts';
import { typedDigits, withDecimalSign, writeNumberEntry } from '../format/typedNumbers.ts';

/** Operators that other services may have. */
const likelyOperators: ReadonlyMap<string, 'one' | 'pattern' | 'list'> = new Map([
  ['notIn', 'list'],
  ['nin', 'list'],
  ['includesAny', 'list'],
  ['includesAll', 'list'],
  ['between', 'list'],
  ['notIncludes', 'one'],
  ['before', 'one'],
  ['after', 'one'],
  ['contains', 'pattern'],
  ['endsWith', 'pattern'],
]);

/** Undefined for unknown operators, which accept any JSON. */
export function valueOf(operator: string): 'one' | 'pattern' | 'list' | undefined {
  return operatorTerms(operator)?.value ?? likelyOperators.get(operator);
}

export function isListOperator(operator: string): boolean {
  return valueOf(operator) === 'list';
}

/** `free`: JSON or text. */
type EditorKind = ValueKind | 'option' | 'options' | 'list' | 'empty';

export function editorOf(
  field: BuilderField | undefined,
  operator: string,
  value: ConditionValue,
): EditorKind {
  if (value === null && (operator === 'equals' || operator === 'notEquals')) return 'empty';
  const options = field?.options.length ?? 0;
  if (isListOperator(operator)) {
    if (!Array.isArray(value) && value !== '') return 'free';
    return options > 0 ? 'options' : 'list';
  }
  if (Array.isArray(value) || valueOf(operator) === undefined) return 'free';
  if (field === undefined) return 'free';
  if (valueOf(operator) === 'pattern') return typeof value === 'string' ? 'text' : 'free';
  if (options > 0) return 'option';
  return fits(value, field.kind) ? field.kind : 'free';
}

function fits(value: Scalar, kind: ValueKind): boolean {
  if (kind === 'free' || value === '') return true;
  if (kind === 'number') return typeof value === 'number' || typeof value === 'string';
  if (kind === 'boolean') return typeof value === 'boolean' || typeof value === 'string';
  if (kind === 'id') return typeof value === 'number' || typeof value === 'string';
  return typeof value === 'string';
}

/** Locale of stored and sent entries: `1234.5`. */
export const keptLocale = 'en-US';

/** Null if invalid. Numbers use `locale`, by default the user's. */
export function convertEntry(
  text: string,
  kind: ValueKind,
  locale?: string,
  unit?: Unit,
): NonNullable<Scalar> | null {
  const entry = text.trim();
  if (kind === 'number') {
    const digits = typedDigits(entry, locale, unit);
    return digits === null || isBeyondDouble(digits) ? digits : Number(digits);
  }
  if (kind === 'boolean') {
    if (/^(true|yes|1)$/i.test(entry)) return true;
    return /^(false|no|0)$/i.test(entry) ? false : null;
  }
  if (kind === 'date') return isDate(entry) ? entry : null;
  // Only numbers that print the same: 007 and ids beyond 2^53 stay text.
  if (kind === 'id')
    return /^\d{1,15}$/.test(entry) && String(Number(entry)) === entry ? Number(entry) : entry;
  return kind === 'text' ? text : fromFree(entry);
}

/** Returns the figure that a number is read as; null if the text says the same, or is no number. */
export function readingOf(text: string, unit: Unit | undefined): string | null {
  const value = convertEntry(text, 'number', undefined, unit);
  return typeof value !== 'number' || text === withDecimalSign(value) ? null : fullFigure(value, { unit });
}

function fromFree(entry: string): NonNullable<Scalar> {
  const value = parseFree(entry);
  return value === null || Array.isArray(value) ? entry : value;
}

/** `2026-01-31`, or an ISO 8601 instant. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(T|\s|$)/.test(text) && parseInstant(text) !== null;
}

export function writeEntry(value: Scalar, kind: ValueKind, locale?: string): string {
  const isNumber = kind === 'number' && value !== null && typedDigits(String(value), keptLocale) !== null;
  return isNumber && typeof value !== 'boolean' ? writeNumberEntry(value, locale) : String(value);
}

/** Semicolons, and lines, else commas. */
function separatorOf(text: string, kind: ValueKind, locale: string | undefined): string {
  if (/[\r\n\t]/.test(text.trim())) return String.raw`[;\r\n\t]`;
  if (kind !== 'number') return '[,;]';
  // The comma may be part of a number; `1,000,2,000` is ambiguous where it groups.
  const isPart = writeNumberEntry(1.5, locale).includes(',') || /\d,\d{3}(?!\d)/.test(text);
  return isPart ? String.raw`(?:;|,\s+)` : '[,;]';
}

/**
 * Returns distinct values. What stands in quotes is one value. Numbers with commas are separated by semicolons
 * or by a comma and a space.
 */
export function convertEntries(
  text: string,
  kind: ValueKind,
  locale?: string,
  unit?: Unit,
): { readonly values: NonNullable<Scalar>[]; readonly refused: string[] } {
  const separator = separatorOf(text, kind, locale);
  const entryPattern = new RegExp(
    String.raw`\s*(?:"(?<quoted>(?:[^"]|"")*)"\s*(?=${separator}|$)|(?<plain>(?:(?!${separator})[^])*))(?:${separator}|$)`,
    'gy',
  );
  const values = new Set<NonNullable<Scalar>>();
  const refused: string[] = [];
  for (const { groups } of text.matchAll(entryPattern)) {
    const entry = groups?.['quoted']?.replaceAll('""', '"') ?? groups?.['plain']?.trim() ?? '';
    const value = entry === '' ? '' : convertEntry(entry, kind, locale, unit);
    if (value === null) refused.push(entry);
    else if (value !== '') values.add(value);
  }
  return { values: [...values], refused };
}

/** Lines that `convertEntries` reads as these values. */
export function writeEntries(values: readonly Scalar[], kind: ValueKind): string {
  return values
    .map((value) => {
      const entry = writeEntry(value, kind);
      return kind !== 'number' && /[,;\t\r\n]|^["\s]|\s$/.test(entry)
        ? `"${entry.replaceAll('"', '""')}"`
        : entry;
    })
    .join('\n');
}

/** JSON of a valid value, else the text. */
export function parseFree(text: string): ConditionValue {
  try {
    const value = parseExactJson(text);
    if (isScalar(value)) return value;
    if (Array.isArray(value) && value.every(isScalar)) return value;
  } catch {
    // Not JSON.
  }
  return text;
}

export function writeFree(value: ConditionValue): string {
  if (typeof value === 'string' && parseFree(value) === value) return value;
  return JSON.stringify(value);
}

export function startValue(field: BuilderField | undefined, operator: string): ConditionValue {
  if (isListOperator(operator)) return [];
  return field?.kind === 'boolean' && field.options.length === 0 && operator === 'equals' ? true : '';
}

/** Keeps the value if it fits the new operator or field. */
export function carryValue(
  value: ConditionValue,
  operator: string,
  field: BuilderField | undefined,
): ConditionValue {
  const kind = field?.kind ?? 'free';
  if (isListOperator(operator)) {
    if (Array.isArray(value)) return value;
    return value === null || value === '' ? [] : [value];
  }
  if (value === null) return startValue(field, operator);
  if (!Array.isArray(value)) return value;
  return value.find((scalar) => scalar !== null && fits(scalar, kind)) ?? startValue(field, operator);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
