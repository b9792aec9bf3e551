import type { Scalar } from '../../preload/contract/query.ts';

/** A record that a value can name. */
export interface FoundRecord {
  readonly id: string | number;
  readonly name: string;
  /** What tells it from others of the name. */
  readonly hint?: string | undefined;
}

/** How the builder finds records by name. The component that shows it passes this in. */
export interface RecordLookup {
  /** Records of a resource with these words in their names, a few. Empty where none can be had. */
  find(resource: string, words: string): Promise<readonly FoundRecord[]>;
  /** What a record is called, where that is known; asks for it where it is not. */
  nameOf(resource: string, id: Scalar): string | undefined;
}
