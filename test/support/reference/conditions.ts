import {
  Digits,
  dayMs,
  isList,
  momentAt,
  numberAt,
  textAt,
  valueAt,
  type Kind,
  type Raw,
  type RawRecord,
} from './answers.ts';
import { compareExact, readExact } from './exact.ts';

/**
 * Which records a query finds, and in which order: each record is tested by itself. Imports nothing of the product.
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
    return operator === 'or'
      ? filters.some((one) => matches(kinds, record, one))
      : filters.every((one) => matches(kinds, record, one));
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
    const order = orderOf(found, asked);
    if (order === null) return false;
    switch (test) {
      case 'equals':
        return order === 0;
      case 'notEquals':
        return order !== 0;
      case 'gt':
        return order > 0;
      case 'gte':
      case 'onOrAfter':
        return order >= 0;
      case 'lt':
        return order < 0;
      case 'lte':
      case 'onOrBefore':
        return order <= 0;
      default:
        throw new Error(`The reference does not know ${test}.`);
    }
  }

  /** How a value stands to what is asked; null where the two cannot be compared. A day is compared as a whole one. */
  function orderOf(found: Raw, asked: string | number | boolean): number | null {
    if (kind === 'number') {
      const [number, wanted] = [numberAt(record, field), readExact(String(asked))];
      return number === null || wanted === null ? null : compareExact(number, wanted);
    }
    if (kind === 'day' || kind === 'moment') {
      const [moment, wanted] = [momentAt(record, field), momentAt({ asked: String(asked) }, 'asked')];
      const whole = (one: number): number => (kind === 'day' ? Math.floor(one / dayMs) : one);
      return moment === null || wanted === null ? null : whole(moment) - whole(wanted);
    }
    const text = scalarText(found);
    return compareTexts(text, String(asked));
  }
}

/** `%` is any text, `_` one character. */
function isLike(pattern: string, text: string, anyCase: boolean): boolean {
  const source = [...pattern]
    .map((one) => (one === '%' ? '.*' : one === '_' ? '.' : one.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, anyCase ? 'isu' : 'su').test(text);
}

/** By code point, as bytes of UTF-8 stand. */
export function compareTexts(a: string, b: string): number {
  return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function scalarText(raw: Raw): string {
  return raw instanceof Digits ? raw.text : String(raw);
}

/** Whole numbers by size, before other texts. */
export function compareIds(a: string, b: string): number {
  const [first, second] = [a, b].map((id) => /^\d{1,15}$/.test(id));
  if (first !== second) return first === true ? -1 : 1;
  return first === true ? Number(a) - Number(b) : compareTexts(a, b);
}

/** In the order of each sort after the other, then of ids; those without a value last. */
export function sorted(
  kinds: Kinds,
  records: readonly RawRecord[],
  sorts: readonly Sort[],
): readonly RawRecord[] {
  const compare = (a: RawRecord, b: RawRecord, { field, direction }: Sort): number => {
    const isMissing = [a, b].map((record) => valueAt(record, field) === null);
    if (isMissing[0] !== isMissing[1]) return isMissing[0] === true ? 1 : -1;
    if (isMissing[0] === true) return 0;
    const sign = direction === 'asc' ? 1 : -1;
    const kind = kindOf(kinds, field);
    if (kind === 'number') {
      const [first, second] = [numberAt(a, field), numberAt(b, field)];
      return first === null || second === null ? 0 : sign * compareExact(first, second);
    }
    if (kind === 'day' || kind === 'moment')
      return sign * ((momentAt(a, field) ?? 0) - (momentAt(b, field) ?? 0));
    if (kind === 'id') return sign * compareIds(textAt(a, field) ?? '', textAt(b, field) ?? '');
    return sign * compareTexts(scalarText(valueAt(a, field)), scalarText(valueAt(b, field)));
  };
  const byId: Sort = { field: 'id', direction: 'asc' };
  return records.toSorted(
    (a, b) => [...sorts, byId].map((sort) => compare(a, b, sort)).find((order) => order !== 0) ?? 0,
  );
}
