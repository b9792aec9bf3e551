import type { Failure } from '../../preload/contract/failures.ts';
import type { Filter } from '../../preload/contract/query.ts';
import type { CompleteMark } from '../../preload/contract/sync.ts';
import type { SyncSubject } from './proof/types.ts';
import type { JobControl } from '../jobs/jobs.ts';

/** A list that was read, in the cache: what it is read by there, and its mark where it is proven to be whole. */
export type WholeList = {
  /** What a reader must know of it, in sentences. */
  readonly notes: readonly string[];
  /** Why it is not proven to be whole, in sentences; none where it is. */
  readonly shortfalls: readonly string[];
} & (
  | { readonly mark: CompleteMark; readonly filter: Filter | undefined }
  /** It is short, or the cache cannot tell which records match, and `filter` names them. No mark is left, and `failure` says why. */
  | { readonly mark: null; readonly filter: Filter | undefined; readonly failure: Failure }
);

/**
 * Fetches every record of a subject into the cache, as a part of other work.
 * @param acceptRemovals true to remove what the service no longer has, however much it is
 * @throws FailureError
 */
export type ReadWhole = (
  subject: SyncSubject,
  title: string,
  control: JobControl,
  acceptRemovals?: boolean,
) => Promise<WholeList>;
