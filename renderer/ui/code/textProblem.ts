/** From `from` to `to`, excluded, in UTF-16 units. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}
