import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { nestedPath, resolveField } from '../../../preload/contract/resources/fieldValue.ts';
import type { Resource } from '../../../preload/contract/resources.ts';

/**
 * Records with these fields of the catalogue only; the identifier and what the catalogue does not know stay. What a record holds
 * nested comes under the name of the field.
 */
export function chooseFields(
  resource: Resource,
  records: readonly ResourceRecord[],
  fields: readonly string[],
): ResourceRecord[] {
  const wanted = new Set(fields);
  const left = new Set(resource.fields.map(({ name }) => name).filter((name) => !wanted.has(name)));
  const nested = fields.filter((name) => nestedPath(resource, name) !== null);
  return records.map((record) => ({
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !left.has(name))),
    ...Object.fromEntries(
      nested.flatMap((name): [string, Json][] => {
        const value = resolveField(resource, record, name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    id: record.id,
  }));
}
