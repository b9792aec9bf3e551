import type { Failure } from '../../preload/contract/failures.ts';
import type { Filter } from '../../preload/contract/query.ts';
import type { CompleteMark } from '../../preload/contract/sync.ts';
import type { SyncSubject } from './proof/types.ts';
import type { JobControl } from '../jobs/jobs.ts';

/** A synced list: the filter that selects it in the cache, and its mark if it is complete. */
export type WholeList = {
  readonly notes: readonly string[];
  /** Why it is not complete, in sentences. */
  readonly shortfalls: readonly string[];
} & (
  | { readonly mark: CompleteMark; readonly filter: Filter | undefined }
  /** It is incomplete, or the cache cannot repeat the filter: `filter` then names the records. */
  | { readonly mark: null; readonly filter: Filter | undefined; readonly failure: Failure }
);

/**
 * Fetches every record of a subject into the cache, as part of other work.
 * @param acceptRemovals true to remove what the service no longer has, however much it is
 * @throws FailureError
 */
export type ReadWhole = (
  subject: SyncSubject,
  title: string,
  control: JobControl,
  acceptRemovals?: boolean,
) => Promise<WholeList>;
