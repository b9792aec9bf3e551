import {
  Digits,
  dayMs,
  isList,
  momentAt,
  numberAt,
  valueAt,
  type Kind,
  type Raw,
  type RawRecord,
} from './answers.ts';
import { compareExact } from './exact.ts';

/**
 * Filters and sorts records one by one. Imports nothing of the product.
 *
 * Rules: field notes of the service, "Filters" and "Envelope of a list".
 */

export type Asked = null | boolean | string | number;
export type Filter =
  | { readonly operator: string; readonly field: string; readonly value: Asked | readonly Asked[] }
  | { readonly operator: string; readonly filters: readonly Filter[] };
export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}
export type Kinds = Readonly<Record<string, Kind>>;

export function kindOf(kinds: Kinds, name: string): Kind {
  const kind = kinds[name.split(':')[0] ?? ''] ?? 'text';
  return kind === 'metric' ? 'number' : kind;
}

export function matches(kinds: Kinds, record: RawRecord, filter: Filter): boolean {
  if ('filters' in filter) {
    const { filters, operator } = filter;
    const test = (one: Filter): boolean => matches(kinds, record, one);
    return operator === 'or' ? filters.some(test) : filters.every(test);
  }
  const { operator, field, value } = filter;
  const kind = kindOf(kinds, field);
  if (Array.isArray(value)) return value.some((one: Asked) => isTrue('equals', one));
  return isTrue(operator, value as Asked);

  function isTrue(test: string, asked: Asked): boolean {
    const found = valueAt(record, field);
    if (asked === null) return (found === null) === (test === 'equals');
    if (found === null) return false;
    if (test === 'includes' || isList(found))
      return isList(found) && found.some((one) => scalarText(one) === String(asked));
    if (test === 'startsWith') return scalarText(found).startsWith(String(asked));
    if (/like$/i.test(test))
      return isLike(String(asked), scalarText(found), test === 'ilike') !== (test === 'notLike');
    const order = compareValues(
      kind,
      found,
      typeof asked === 'number' ? new Digits(asked.toString()) : asked,
    );
    if (order === null) return false;
    const holds = ordered[test.replace('onOrAfter', 'gte').replace('onOrBefore', 'lte')];
    if (holds === undefined) throw new Error(`The reference does not know ${test}.`);
    return holds(order);
  }
}

/** Compares values; null if they cannot be compared. Days are compared as whole ones. */
function compareValues(kind: Kind, a: Raw, b: Raw): number | null {
  if (kind === 'number') {
    const [first, second] = [numberAt({ a }, 'a'), numberAt({ b }, 'b')];
    return first === null || second === null ? null : compareExact(first, second);
  }
  if (kind === 'day' || kind === 'moment') {
    const whole = (one: number): number => (kind === 'day' ? Math.floor(one / dayMs) : one);
    const [first, second] = [momentAt({ a }, 'a'), momentAt({ b }, 'b')];
    return first === null || second === null ? null : whole(first) - whole(second);
  }
  return (kind === 'id' ? compareIds : compareTexts)(scalarText(a), scalarText(b));
}

/** Conditions by operator. */
const ordered: Readonly<Record<string, (order: number) => boolean>> = {
  equals: (order) => order === 0,
  notEquals: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** `%` is any text, `_` one character. */
function isLike(pattern: string, text: string, anyCase: boolean): boolean {
  const source = [...pattern]
    .map((one) => (one === '%' ? '.*' : one === '_' ? '.' : one.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, anyCase ? 'isu' : 'su').test(text);
}

/** Compares code points, as UTF-8 bytes do. */
export function compareTexts(a: string, b: string): number {
  return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function scalarText(raw: Raw): string {
  return raw instanceof Digits ? raw.text : String(raw);
}

/** Sorts whole numbers before other texts. */
export function compareIds(a: string, b: string): number {
  const [first, second] = [a, b].map((id) => /^\d{1,15}$/.test(id));
  if (first !== second) return first === true ? -1 : 1;
  return first === true ? Number(a) - Number(b) : compareTexts(a, b);
}

/** Applies each sort in turn, then ids. Records without a value are last. */
export function sorted(
  kinds: Kinds,
  records: readonly RawRecord[],
  sorts: readonly Sort[],
): readonly RawRecord[] {
  const compare = (a: RawRecord, b: RawRecord, { field, direction }: Sort): number => {
    const [first, second] = [valueAt(a, field), valueAt(b, field)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return (direction === 'asc' ? 1 : -1) * (compareValues(kindOf(kinds, field), first, second) ?? 0);
  };
  const byId: Sort = { field: 'id', direction: 'asc' };
  return records.toSorted(
    (a, b) => [...sorts, byId].map((sort) => compare(a, b, sort)).find((order) => order !== 0) ?? 0,
  );
}
