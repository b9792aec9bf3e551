import { canonicalJson, type Json } from '../../../preload/contract/json.ts';
import { exactMember } from '../../../preload/contract/metric.ts';
import { writtenNumber } from '../../../preload/contract/sentNumber.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { splitMember } from '../../../preload/contract/resources/memberFields.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import { foundWithMembers } from '../../fields/find.ts';
import { inSections, type Heading } from '../../fields/groups.ts';
import { fieldsOf, type ShownField } from '../../fields/infer.ts';
import { fieldValue, isEmpty } from '../../fields/value.ts';

export interface ComparedField {
  readonly field: ShownField;
  /** In the order of the records; undefined while a record is loading. */
  readonly values: readonly (Json | undefined)[];
  readonly differs: boolean;
}

export interface ComparedSection {
  readonly heading: Heading;
  readonly rows: readonly ComparedField[];
}

interface ComparisonChoice {
  readonly words: string;
  readonly onlyDiffering: boolean;
}

/** Returns the fields in sections, without fields that are empty in all records. */
export function compareRecords(
  resource: Resource,
  records: readonly (ResourceRecord | null)[],
): readonly ComparedField[] {
  const loaded = records.filter((record) => record !== null);
  return fieldsOf(resource, loaded).flatMap((field): ComparedField[] => {
    if (field.derived === true && !loaded.some((record) => field.name in record)) return [];
    const values = records.map((record) => (record === null ? undefined : fieldValue(record, field.name)));
    if (values.every(isEmpty)) return [];
    const said = new Set(loaded.map((record) => meaningOf(field, fieldValue(record, field.name))));
    return [{ field, values, differs: said.size > 1 }];
  });
}

export function comparedSections(
  resource: Resource,
  fields: readonly ComparedField[],
  { words, onlyDiffering }: ComparisonChoice,
): readonly ComparedSection[] {
  const chosen = fields
    .flatMap((row) =>
      words.trim() === ''
        ? [row]
        : foundWithMembers(row.field, words).map((field) =>
            field.name === row.field.name ? row : memberRow(row, field),
          ),
    )
    .filter(({ differs, values }) => !values.every(isEmpty) && (differs || !onlyDiffering));
  return inSections(resource, chosen, ({ field }) => field).map(([heading, rows]) => ({ heading, rows }));
}

function memberRow({ values: metrics }: ComparedField, field: ShownField): ComparedField {
  const { member } = splitMember(field.name);
  const values = metrics.map((metric) =>
    member === null ? undefined : (exactMember(metric, member) ?? undefined),
  );
  return { field, values, differs: new Set(values.filter((value) => value !== undefined)).size > 1 };
}

/**
 * Returns a text that is equal for equivalent values: ids as number or text, lists in any order, metrics with
 * the same current value, all empty values.
 */
function meaningOf({ type }: ShownField, value: Json | undefined): string {
  if (value === undefined || isEmpty(value)) return '';
  if (type === 'id') return canonicalJson(String(value));
  if (type === 'metric') return canonicalJson(exactMember(value, 'val') ?? value);
  if (type === 'number' || type === 'integer') return canonicalJson(writtenNumber(value));
  if ((type === 'id-list' || type === 'text-list') && Array.isArray(value)) {
    return canonicalJson((value as readonly Json[]).map(String).sort());
  }
  return canonicalJson(value);
}
