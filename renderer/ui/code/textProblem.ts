/** What is wrong with a text, and where: from `from` up to, not including, `to`. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}
