import type { Bin, ColumnSummary } from '../../../../preload/contract/columnSummary.ts';
import type { Condition } from '../../../../preload/contract/query.ts';
import { findField, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { findWithMembers } from '../../../../preload/contract/resources/memberFields.ts';
import { shownAdditivity } from '../../../fields/additivity.ts';
import type { ShownField } from '../../../fields/infer.ts';
import { day, dayAndTime } from '../../../format/dates.ts';
import { compactFigure, count, fullFigure } from '../../../format/numbers.ts';
import { groupCondition } from '../../../query/totals.ts';

/** A nested record is summarized by its id. */
export function summaryField(
  resource: ResourceName,
  fields: readonly ShownField[],
  column: string,
): ShownField | undefined {
  const shown = findWithMembers(fields, column);
  return (shown?.type === 'object' ? findField(resources[resource], `${column}_id`) : undefined) ?? shown;
}

/** @param long with all digits */
export function numberText({ type, unit }: ShownField, value: number, long = false): string {
  if (type === 'date') return day(value);
  if (type === 'datetime') return dayAndTime(value);
  return long ? fullFigure(value, { unit }) : compactFigure(value, { unit });
}

/** Returns `$1.00M up to $2.00M`. */
export function binLabel(field: ShownField, { from, to }: Bin): string {
  if (from === null) return to === null ? 'All values' : `Below ${numberText(field, to)}`;
  return to === null
    ? `${numberText(field, from)} and above`
    : `${numberText(field, from)} up to ${numberText(field, to)}`;
}

export function binConditions(field: ShownField, { from, to }: Bin): Condition[] {
  const bound = (operator: string, value: number | null): Condition[] =>
    value === null ? [] : [{ ...groupCondition(field, value), operator }];
  return [...bound('gte', from), ...bound('lt', to)];
}

/** A list matches if it contains the value. */
export function valueCondition(field: ShownField, value: string | number): Condition {
  const isList = field.type === 'id-list' || field.type === 'text-list';
  return { ...groupCondition(field, value), operator: isList ? 'includes' : 'equals' };
}

/** `cell`: a value for spreadsheets. */
interface SummaryFigure {
  readonly name: string;
  readonly cell: string | number;
  readonly text: string;
  readonly full?: string | undefined;
  readonly note?: string | undefined;
}

export function summaryFigures(
  field: ShownField,
  { distinct, figures }: ColumnSummary,
  ends: readonly (readonly [name: string, value: string | number, text: string])[],
): SummaryFigure[] {
  const areMoments = field.type === 'date' || field.type === 'datetime';
  const figure = (name: string, value: number): SummaryFigure => ({
    name,
    cell: areMoments ? numberText(field, value) : value,
    text: numberText(field, value),
    full: numberText(field, value, true),
  });
  const additivity = shownAdditivity(field);
  const note =
    additivity === 'one-token' ? 'In units of each token: meaningful for one token only.' : undefined;
  return [
    ...(distinct === null ? [] : [{ name: 'Distinct', cell: distinct, text: count(distinct) }]),
    ...ends.map(([name, value, text]) => ({
      name,
      cell: typeof value === 'string' || areMoments ? text : value,
      text,
    })),
    ...(figures === null || areMoments ? [] : [figure('Average', figures.mean)]),
    ...(figures === null || additivity === 'none'
      ? []
      : [
          figures.sum === null
            ? { name: 'Sum', cell: 'Too large for a number', text: 'Too large for a number' }
            : { ...figure('Sum', figures.sum), note },
        ]),
    ...(figures?.percentiles ?? []).map((value, place) => figure(percentileNames[place] ?? '', value)),
  ];
}

const percentileNames = ['1st percentile', '25th percentile', 'Median', '75th percentile', '99th percentile'];
