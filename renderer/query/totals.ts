import type { Condition } from '../../preload/contract/query.ts';
import { findField, resources, type Field, type ResourceName } from '../../preload/contract/resources.ts';
import { isOfLastDay } from '../../preload/contract/resources/additive.ts';
import { hasManyValues } from '../../preload/contract/resources/fieldValue.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';
import { maxTotalsLevels } from '../../preload/contract/limits.ts';
import type { TotalsDefinition, TotalsLevel } from '../../preload/contract/totals.ts';
import type { ShownField } from '../fields/infer.ts';
import { labelledByName } from '../fields/named.ts';
import { day } from '../format/dates.ts';
import { shortAddress } from '../format/addresses.ts';
import { shortenMiddle } from '../../preload/contract/shorten.ts';
import { shownText } from '../format/text.ts';

const grouping: ReadonlySet<string> = new Set(['address', 'boolean', 'date', 'datetime', 'id', 'text']);

/** Returns the field to group by, for a nested record its id; null if there is none. */
export function totalsField(resource: ResourceName, shown: ShownField): ShownField | null {
  if (shown.compute !== undefined) return grouping.has(shown.type) ? shown : null;
  const { name, type } = shown;
  const field = findField(resources[resource], type === 'object' ? `${name}_id` : name);
  const { titleField } = resources[resource];
  if (field === undefined || ['id', titleField].includes(field.name) || !field.filterable) return null;
  return field.via === undefined && !hasManyValues(field) && grouping.has(field.type) ? field : null;
}

/** Dates are grouped by month. */
export function totalsBy({ name, type }: Pick<Field, 'name' | 'type'>): TotalsDefinition {
  return { rows: [levelOf(name, type)] };
}

export function mayAddLevel({ rows }: TotalsDefinition, { name }: Pick<Field, 'name'>): boolean {
  return rows.length < maxTotalsLevels && rows.every(({ field }) => field !== name);
}

export function withLevel(
  definition: TotalsDefinition,
  { name, type }: Pick<Field, 'name' | 'type'>,
): TotalsDefinition {
  return { ...definition, rows: [...definition.rows, levelOf(name, type)] };
}

function levelOf(field: string, type: Field['type']): TotalsLevel {
  return isMoment(type) ? { field, period: 'month' } : { field };
}

export function isMoment(type: Field['type'] | undefined): boolean {
  return type === 'date' || type === 'datetime';
}

const nouns: Readonly<Record<string, string>> = { from_address: 'sender', to_address: 'recipient' };

/** Such as `recipient`, `network`. */
export function groupNoun(field: ShownField): string {
  return nouns[field.name] ?? labelledByName(field).label.toLowerCase();
}

/** Returns additive fields in dollars, tokens or counts: headline, defaults, dollars first. */
export function measuresOf(resource: ResourceName): readonly Field[] {
  const { fields, defaultColumns } = resources[resource];
  const headline = headlineOf(resource)?.name;
  const shown = ({ name, unit }: Field): number =>
    name === headline ? -1 : (defaultColumns.includes(name) ? 0 : 2) + (unit === 'dollar' ? 0 : 1);
  return fields
    .filter(
      ({ name, type, unit }) =>
        !isOfLastDay(name) &&
        (type === 'metric' || type === 'number') &&
        (unit === 'dollar' || unit === 'token' || unit === 'count'),
    )
    .toSorted((a, b) => shown(a) - shown(b));
}

/** @param nameOf the name of an id, if known */
export function groupLabel(
  { type }: Pick<Field, 'type'>,
  value: string | number,
  nameOf: (id: string) => string | undefined,
): string {
  if (type === 'date') return day(Number(value));
  if (type === 'boolean') return value === 1 ? 'Yes' : 'No';
  if (type === 'address') return shortAddress(String(value));
  if (type === 'hash') return shortenMiddle(String(value));
  return nameOf(String(value)) ?? shownText(String(value));
}

export function groupCondition(
  { name, type }: Pick<Field, 'name' | 'type'>,
  value: string | number,
): Condition {
  const moment = type === 'date' || type === 'datetime' ? new Date(Number(value)).toISOString() : undefined;
  const sent =
    type === 'boolean' ? value === 1 : (moment?.slice(0, type === 'date' ? 10 : undefined) ?? value);
  return { operator: 'equals', field: name, value: sent };
}
