import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { shownText } from '../format/text.ts';
import type { ShownField } from './infer.ts';

/** The readable text for an identifier. */
export interface Named {
  readonly name: string;
}

export type NamesById = ReadonlyMap<string, Named>;

/** The names of records, which stand in `titleField`, by their identifiers. */
export function namesOfRecords(records: readonly PartialRecord[], titleField: string): NamesById {
  return new Map(
    records.flatMap((record): [string, Named][] => {
      const { [titleField]: name } = record;
      return typeof name !== 'string' || name === '' ? [] : [[String(record.id), { name: shownText(name) }]];
    }),
  );
}

/** The names known before, and those that came; of two for one identifier the one that came. */
export function joinedNames(before: NamesById | undefined, come: NamesById): NamesById {
  return new Map([...(before ?? []), ...come]);
}

/** The names of the options of each field that has some, by the name of the field. */
export function namesOfOptions({ fields }: Pick<ResourceMetadata, 'fields'>): ReadonlyMap<string, NamesById> {
  return new Map(
    fields
      .filter(({ options }) => options.length > 0)
      .map(({ name, options }) => [
        name,
        new Map(options.map(({ value, label }) => [String(value), { name: shownText(label) }])),
      ]),
  );
}

/** Returns the column with the label of the shown names: `Network id` becomes `Network`. */
export function labelledByName(field: ShownField): ShownField {
  if (field.type === 'id') return { ...field, label: field.label.replace(/ id$/, '') };
  return field.link === 'networks' ? { ...field, label: field.label.replace(/ ids$/, 's') } : field;
}
