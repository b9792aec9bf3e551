import {
  printField,
  negatePrecedence,
  notPrecedence,
  precedence,
  type Expression,
} from '../../../../../preload/contract/expressions/syntax.ts';

/** The text of an expression, with no more parentheses than it needs: read again it is the same. */
export function printExpression(expression: Expression): string {
  return print(expression, 0);
}

/** Prints a part that stands where only what binds at least as strongly as `least` needs no parentheses. */
function print(expression: Expression, least: number): string {
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'text':
      return `"${expression.value.replaceAll('"', '""')}"`;
    case 'boolean':
      return String(expression.value);
    case 'field':
      return printField(expression.name);
    case 'negate':
      return `-${print(expression.operand, negatePrecedence)}`;
    case 'not':
      return enclosed(`not ${print(expression.operand, notPrecedence)}`, notPrecedence < least);
    case 'binary': {
      const own = precedence[expression.operator];
      const text = `${print(expression.left, own)} ${expression.operator} ${print(expression.right, own + 1)}`;
      return enclosed(text, own < least);
    }
    case 'call':
      return `${expression.name}(${expression.args.map((argument) => print(argument, 0)).join(', ')})`;
  }
}

function enclosed(text: string, inParentheses: boolean): string {
  return inParentheses ? `(${text})` : text;
}
