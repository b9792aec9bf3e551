import type { FunctionName } from './functions.ts';

/** From `from` to `to`, excluded, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ExpressionProblem extends Span {
  readonly message: string;
}

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

/** A higher precedence binds first. `not` is between `and` and comparisons, unary minus above all. */
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

/** Ignores case. */
const reservedWords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false']);

/** Other names need brackets. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]*(?:[.:][A-Za-z_][A-Za-z0-9_]*)*$/;

export function printField(name: string): string {
  return plainName.test(name) && !reservedWords.has(name.toLowerCase())
    ? name
    : `[${name.replaceAll(']', ']]')}]`;
}
