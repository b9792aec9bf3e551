import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import { matchesWords } from './find.ts';
import { fieldsOf, type ShownField } from './infer.ts';
import { fieldValue, isEmpty } from './value.ts';

export interface FieldSection {
  readonly heading: ShownField['group'];
  readonly fields: readonly ShownField[];
}

export interface FieldChoice {
  /** Words that a field's name must hold; empty for all. */
  readonly words: string;
  readonly hideEmpty: boolean;
}

/** A record's fields under their headings, in the catalogue's order; fields it does not know come last, under Other. */
export function sectionsOf(
  resource: Resource,
  record: ResourceRecord,
  { words, hideEmpty }: FieldChoice,
): readonly FieldSection[] {
  const fields = heldFields(resource, record).filter(
    (field) => matchesWords(field, words) && !(hideEmpty && isEmpty(fieldValue(record, field.name))),
  );
  return [...Map.groupBy(fields, ({ group }) => group)].map(([heading, members]) => ({
    heading,
    fields: members,
  }));
}

/** The fields of the record, without those that only stand for its nested members. */
function heldFields(resource: Resource, record: ResourceRecord): readonly ShownField[] {
  return fieldsOf(resource, [record]).filter(({ name, derived }) => derived !== true || name in record);
}

/** How many fields of the record tell nothing. */
export function countEmpty(resource: Resource, record: ResourceRecord): number {
  return heldFields(resource, record).filter((field) => isEmpty(fieldValue(record, field.name))).length;
}
