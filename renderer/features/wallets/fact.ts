/** A figure with its name. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Every digit, or what else a tooltip says. */
  readonly title?: string;
}
