import { operatorTerms } from '../../preload/contract/operators.ts';
import { isEverything, type Condition, type Filter, type Scalar } from '../../preload/contract/query.ts';
import { isComputedName } from '../../preload/contract/expressions/columns.ts';
import type { Field } from '../../preload/contract/resources/types.ts';
import { memberLabel, memberUnit, splitMember } from '../../preload/contract/resources/memberFields.ts';
import { parseInstant } from '../../preload/contract/instants.ts';
import { day, dayAndTime } from './dates.ts';
import { movingDateText, spanText } from './movingDates.ts';
import { fullFigure } from './numbers.ts';
import { shownText } from './text.ts';
import { labelOfName } from '../../preload/contract/labelOfName.ts';

/** Unknown operators are shown unchanged. */
export function operatorLabel(operator: string): string {
  return operatorTerms(operator)?.label ?? operator;
}

/** Returns `Asset class = US Treasuries`, or `Asset class id = 27` if `nameOf` does not know the name. */
export function describeFilter(
  filter: Filter,
  { fields }: { fields: readonly DescribedField[] },
  nameOf: NameOf = () => undefined,
): string {
  if (!('filters' in filter)) return describeCondition(filter, fields, nameOf);
  if (filter.filters.length === 0) return isEverything(filter) ? 'anything' : 'nothing';
  const shared = sharedCondition(filter, fields, nameOf);
  if (shared !== null) return shared;
  const parts = filter.filters.map((part) => {
    const words = describeFilter(part, { fields }, nameOf);
    return 'filters' in part && part.filters.length > 1 ? `(${words})` : words;
  });
  return parts.join(` ${filter.operator ?? 'and'} `);
}

/** Combines one value of several fields: `From or To = 0x12…`; null for other groups. */
function sharedCondition(
  { operator, filters }: Extract<Filter, { filters: readonly Filter[] }>,
  fields: readonly DescribedField[],
  nameOf: NameOf,
): string | null {
  const labels = filters.flatMap((part) => ('filters' in part ? [] : labelOf(part, fields, nameOf)));
  const ends = filters.map((part, place) =>
    'filters' in part ? '' : describeCondition(part, fields, nameOf).slice(labels[place]?.length),
  );
  const [end = ''] = ends;
  const isShared = operator === 'or' && labels.length === filters.length && new Set(ends).size === 1;
  return isShared ? `${labels.join(' or ')}${end}` : null;
}

export type NameOf = (field: DescribedField, value: Scalar) => string | undefined;

type DescribedField = Pick<Field, 'name' | 'label'> & { unit?: Field['unit']; link?: string | undefined };

/** Returns the label, without a final “id” if values are shown by name. */
function labelOf({ field, value }: Condition, fields: readonly DescribedField[], nameOf: NameOf): string {
  const { base, member } = splitMember(field);
  const known = fields.find(({ name }) => name === base);
  const names = [value].flat().map((one) => (known === undefined ? undefined : nameOf(known, one)));
  const isNamed = names.length > 0 && names.every((name) => name !== undefined);
  const label =
    known === undefined
      ? isComputedName(field)
        ? 'Deleted computed column'
        : labelOfName(field)
      : member === null
        ? known.label
        : `${known.label}, ${memberLabel(member, known.unit)}`;
  return isNamed ? label.replace(/ id(s?)$/, '$1') : label;
}

function describeCondition(condition: Condition, fields: readonly DescribedField[], nameOf: NameOf): string {
  const { field, operator, value } = condition;
  const { base, member } = splitMember(field);
  const known = fields.find(({ name }) => name === base);
  const label = labelOf(condition, fields, nameOf);
  const describeScalar = (one: Scalar): string =>
    (known === undefined ? undefined : nameOf(known, one)) ??
    movingDateText(one, operator) ??
    scalarText(one, memberUnit(member, known?.unit));
  const span = spanText(value, operator);
  if (span !== undefined) return `${label}: ${span}`;
  if (operator === 'equals' && value === null) return `${label} is empty`;
  if (operator === 'notEquals' && value === null) return `${label} is not empty`;
  const text = Array.isArray(value) ? describeList(value.map(describeScalar)) : describeScalar(value);
  const shown = operator === 'ilike' ? text.replace(/^%|%$/g, '') : text;
  return `${label} ${operatorLabel(operator)} ${shown}`;
}

const shownValues = 3;

function describeList(values: readonly string[]): string {
  const shown = values.slice(0, shownValues).join(', ');
  const more = values.length - shownValues;
  return more > 0 ? `${shown} and ${more.toString()} more` : shown;
}

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;
const wholeMinute = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:00(\.0+)?)?Z$/;

/** Formats days and minutes by the settings. Only figures have a unit; ids stay unchanged. */
function scalarText(value: Scalar, unit: Field['unit']): string {
  if (typeof value === 'number' && unit !== undefined) return fullFigure(value, { unit });
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  if (instant !== null && wholeDay.test(String(value))) return day(instant);
  if (instant !== null && wholeMinute.test(String(value))) return dayAndTime(instant);
  return value === null ? 'empty' : shownText(String(value));
}
