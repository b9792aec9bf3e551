import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { Resource } from '../../../preload/contract/resources.ts';

/** Records with these fields of the catalogue only; the identifier and what the catalogue does not know stay. */
export function chooseFields(
  resource: Resource,
  records: readonly ResourceRecord[],
  fields: readonly string[],
): ResourceRecord[] {
  const wanted = new Set(fields);
  const left = new Set(resource.fields.map(({ name }) => name).filter((name) => !wanted.has(name)));
  return records.map((record) => ({
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !left.has(name))),
    id: record.id,
  }));
}
