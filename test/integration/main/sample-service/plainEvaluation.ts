import type { Condition, Filter, Query, Scalar, Sort } from '../../../../preload/contract/query.ts';
import type { Field, FieldType, Resource } from '../../../../preload/contract/resources/types.ts';

/**
 * Queries evaluated over records in memory, in the plainest way, straight from the rules: what the service answers through SQL
 * is compared with this. It shares no code with the query engine.
 */

export type PlainRecord = Readonly<Record<string, unknown>>;

/** Tokens with what the service reads for them from their assets. */
export function withAssetFields(
  tokens: readonly PlainRecord[],
  assets: readonly PlainRecord[],
): readonly PlainRecord[] {
  const byId = new Map(assets.map((asset) => [asset['id'], asset]));
  return tokens.map((token) => ({
    ...token,
    is_investable: byId.get(token['asset_id'])?.['is_investable'] ?? null,
  }));
}

/** The records that a query asks for, all pages of them, in order. */
export function evaluate(
  resource: Resource,
  records: readonly PlainRecord[],
  query: Query,
): readonly PlainRecord[] {
  const { filter } = query;
  const found =
    filter === undefined ? records : records.filter((record) => matches(resource, record, filter));
  return [...found].sort(comparison(resource, query.sort ?? resource.defaultSort));
}

export function matches(resource: Resource, record: PlainRecord, filter: Filter): boolean {
  if ('filters' in filter) {
    const results = filter.filters.map((part) => matches(resource, record, part));
    return filter.operator === 'or' ? results.includes(true) : !results.includes(false);
  }
  const { type, value } = read(resource, record, filter.field);
  return holds(type, value, filter);
}

/** The value that a field of a query stands for, and how it is compared. */
function read(resource: Resource, record: PlainRecord, name: string): { type: FieldType; value: unknown } {
  const [base = '', member] = name.split(':');
  const field = fieldOf(resource, base);
  const value = plainValue(field, record);
  if (field.type !== 'metric') return { type: field.type, value };
  return { type: 'number', value: memberOf(value, member ?? 'val') };
}

/** The value of a field, or the values where any of several may match; null where there is none. */
export function plainValue({ name }: Field, record: PlainRecord): unknown {
  const [own, nested] = [record[name] ?? null, nestedValues[name]?.(record) ?? null];
  if (Array.isArray(nested)) return own === null ? nested : [own, ...(nested as unknown[])];
  return own ?? nested;
}

/** Where records hold what has no member of its name, each said by itself. */
const nestedValues: Readonly<Record<string, (record: PlainRecord) => unknown>> = {
  asset_name: ({ asset }) => memberOf(asset, 'name'),
  asset_class_name: ({ asset_class }) => memberOf(asset_class, 'name'),
  asset_class_slug: ({ asset_class }) => memberOf(asset_class, 'slug'),
  network_slug: ({ network, tokens }) => memberOf(network, 'slug') ?? slugsOf(tokens, 'network'),
  protocol_slug: ({ protocol, tokens }) => memberOf(protocol, 'slug') ?? slugsOf(tokens, 'protocol'),
  issuer_id: ({ issuer }) => memberOf(issuer, 'id'),
  issuer_name: ({ issuer }) => memberOf(issuer, 'name'),
  manager_id: ({ manager }) => memberOf(manager, 'id'),
};

function slugsOf(tokens: unknown, member: string): unknown {
  const all = Array.isArray(tokens) ? tokens.map((token) => memberOf(memberOf(token, member), 'slug')) : [];
  const slugs = all.filter((slug) => slug !== null);
  return slugs.length === 0 ? null : slugs;
}

/** A member of a metric object; null where either is missing. */
export function memberOf(metric: unknown, member: string): unknown {
  return typeof metric === 'object' && metric !== null
    ? (Object.entries(metric).find(([name]) => name === member)?.[1] ?? null)
    : null;
}

function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${resource.name} has no field ${name}.`);
  return field;
}

function holds(type: FieldType, value: unknown, condition: Condition): boolean {
  const { operator } = condition;
  const asked = condition.value;
  if (operator === 'equals' && asked === null) return value === null;
  if (operator === 'notEquals' && asked === null) return value !== null;
  if (operator === 'in' && Array.isArray(asked)) {
    return asked.some((one) => holds(type, value, { ...condition, operator: 'equals', value: one }));
  }
  if (value === null || asked === null || Array.isArray(asked)) return false;
  if (operator === 'includes')
    return Array.isArray(value) && value.some((one) => String(one) === String(asked));
  if (Array.isArray(value)) {
    const denied = { notEquals: 'equals', notLike: 'like' }[operator];
    const any = value.some((one) => holds(type, one, { ...condition, operator: denied ?? operator }));
    return denied === undefined ? any : !any;
  }
  const text = String(value);
  switch (operator) {
    case 'like':
      return pattern(String(asked), 'su').test(text);
    case 'notLike':
      return !pattern(String(asked), 'su').test(text);
    case 'ilike':
      return pattern(String(asked), 'siu').test(text);
    case 'startsWith':
      return text.startsWith(String(asked));
    default:
      return holdsInOrder(type, operator, value, asked);
  }
}

function pattern(text: string, flags: string): RegExp {
  const source = text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, flags);
}

function holdsInOrder(
  type: FieldType,
  operator: string,
  value: unknown,
  asked: NonNullable<Scalar>,
): boolean {
  if (type === 'id' && operator !== 'equals' && operator !== 'notEquals') {
    const isWhole = (id: unknown): boolean => /^\d{1,15}$/.test(String(id));
    if (isWhole(value) !== isWhole(asked)) return false;
    const order = compareIds(value, asked);
    return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator] ?? false;
  }
  const isDay =
    type === 'date' || (type === 'datetime' && operator === 'onOrBefore' && String(asked).length === 10);
  const [a, b] = [comparable(type, value, isDay), comparable(type, asked, isDay)];
  switch (operator) {
    case 'equals':
      return a === b;
    case 'notEquals':
      return a !== b;
    case 'gt':
      return a > b;
    case 'gte':
    case 'onOrAfter':
      return a >= b;
    case 'lt':
      return a < b;
    case 'lte':
    case 'onOrBefore':
      return a <= b;
    default:
      throw new Error(`There is no operator ${operator}.`);
  }
}

/** Two values of a type as numbers or texts that compare as the values do. */
function comparable(type: FieldType, value: unknown, isDay: boolean): number | string {
  if (type === 'integer' || type === 'number') return Number(value);
  if (type === 'boolean') return value === true ? 1 : 0;
  if (type !== 'date' && type !== 'datetime') return String(value);
  const text = String(value);
  const hasZone = /Z$|[+-]\d\d:\d\d$/.test(text) || text.length === 10;
  const ms = Date.parse(hasZone ? text : `${text}Z`);
  return isDay ? Math.floor(ms / 86_400_000) : ms;
}

/** Nulls last in both directions, ties by id. */
function comparison(
  resource: Resource,
  { field, direction }: Sort,
): (a: PlainRecord, b: PlainRecord) => number {
  return (a, b) => {
    const [first, second] = [read(resource, a, field), read(resource, b, field)];
    if (first.value === null || second.value === null) {
      const nulls = Number(first.value === null) - Number(second.value === null);
      return nulls === 0 ? compareIds(a['id'], b['id']) : nulls;
    }
    const order =
      first.type === 'id'
        ? compareIds(first.value, second.value)
        : compare(comparable(first.type, first.value, false), comparable(first.type, second.value, false));
    return (direction === 'asc' ? order : -order) || compareIds(a['id'], b['id']);
  };
}

/** Digits by their number, before texts. */
function compareIds(a: unknown, b: unknown): number {
  const [first, second] = [a, b].map((id) => (/^\d{1,15}$/.test(String(id)) ? Number(id) : String(id)));
  if (typeof first === 'number' && typeof second === 'string') return -1;
  if (typeof first === 'string' && typeof second === 'number') return 1;
  return compare(first ?? '', second ?? '');
}

/** Texts by code point: their UTF-8 bytes have the same order. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
