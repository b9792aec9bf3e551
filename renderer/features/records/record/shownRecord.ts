import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { Resource } from '../../../../preload/contract/resources/types.ts';
import type { RecordLink } from '../../../fields/links.ts';

export interface ShownRecord {
  readonly connectionId: string;
  readonly link: RecordLink;
  readonly resource: Resource;
  readonly record: ResourceRecord;
  /** Milliseconds since 1970 UTC; null if unknown. */
  readonly fetchedAt: number | null;
}
