import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { shownText } from '../format/text.ts';
import type { ShownField } from './infer.ts';

export interface Named {
  readonly name: string;
}

export type NamesById = ReadonlyMap<string, Named>;

export function namesOfRecords(records: readonly PartialRecord[], titleField: string): NamesById {
  return new Map(
    records.flatMap((record): [string, Named][] => {
      const { [titleField]: name } = record;
      return typeof name !== 'string' || name === '' ? [] : [[String(record.id), { name: shownText(name) }]];
    }),
  );
}

/** Merges names; new ones win. */
export function joinedNames(before: NamesById | undefined, come: NamesById): NamesById {
  return new Map([...(before ?? []), ...come]);
}

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

/** Adapts the label to names: `Network id` becomes `Network`. */
export function labelledByName(field: ShownField): ShownField {
  if (field.type === 'id') return { ...field, label: field.label.replace(/ id$/, '') };
  return field.link === 'networks' ? { ...field, label: field.label.replace(/ ids$/, 's') } : field;
}
