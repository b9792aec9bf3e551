import type { FunctionName } from './functions.ts';

/** A place in a text: from `from` up to, not including, `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is wrong with an expression, where, and what to do. */
export interface ExpressionProblem extends Span {
  readonly message: string;
}

/** The operators between two operands. */
export const binaryOperators = [
  'or',
  'and',
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  '&',
  '+',
  '-',
  '*',
  '/',
] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

/** An expression as a tree, with the place of each part in its text. */
export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'field'; readonly name: string }
    | { readonly kind: 'negate' | 'not'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }
  );

/** How strongly operators bind: the larger first. `not` stands between `and` and the comparisons, a minus sign above all. */
export const precedence: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
};
export const notPrecedence = 3;
export const negatePrecedence = 8;

/** Words that are no names of fields, in any case. */
export const reservedWords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false']);

/** A name that stands in an expression as it is; another stands in brackets. */
export const plainName = /^[A-Za-z_][A-Za-z0-9_]*(?:[.:][A-Za-z_][A-Za-z0-9_]*)*$/;
