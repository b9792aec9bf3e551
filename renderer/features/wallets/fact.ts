export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Tooltip, such as the exact figure. */
  readonly title?: string;
}
