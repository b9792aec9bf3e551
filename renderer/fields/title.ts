import type { PartialRecord } from '../../preload/contract/records.ts';
import { findField, resources } from '../../preload/contract/resources.ts';
import { shortenMiddle } from '../../preload/contract/shorten.ts';
import type { RecordLink } from './links.ts';
import { present } from './present.ts';

/** Returns the title field's text, else kind and id. */
export function titleOfRecord({ resource: name, id }: RecordLink, record: PartialRecord | null): string {
  const resource = resources[name];
  const field = findField(resource, resource.titleField);
  const text = field === undefined || record === null ? null : present(field, record[field.name]);
  return text?.short ?? `${resource.singular} ${shortenMiddle(String(id), 16, 8)}`;
}
