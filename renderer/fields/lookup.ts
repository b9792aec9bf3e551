import type { Scalar } from '../../preload/contract/query.ts';

/** A record that a value can name. */
export interface FoundRecord {
  readonly id: string | number;
  readonly name: string;
  /** Distinguishes records of the same name. */
  readonly hint?: string | undefined;
}

/** Finds records by name for the builder. The component that shows it passes this in. */
export interface RecordLookup {
  /** Records of a resource with these words in their names, a few. Empty where none can be had. */
  find(resource: string, words: string): Promise<readonly FoundRecord[]>;
  /** Returns a record's name if it is known; requests it otherwise. */
  nameOf(resource: string, id: Scalar): string | undefined;
}
