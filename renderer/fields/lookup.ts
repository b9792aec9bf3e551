import type { Scalar } from '../../preload/contract/query.ts';

export interface FoundRecord {
  readonly id: string | number;
  readonly name: string;
  /** Distinguishes records of the same name. */
  readonly hint?: string | undefined;
}

export interface RecordLookup {
  /** Returns a few records with these words in their names; none after a failure. */
  find(resource: string, words: string): Promise<readonly FoundRecord[]>;
  /** Returns a known name. Requests an unknown one. */
  nameOf(resource: string, id: Scalar): string | undefined;
}
