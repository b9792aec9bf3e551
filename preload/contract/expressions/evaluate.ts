import type { Members } from '../json.ts';
import { functionNamed, joined } from './functions.ts';
import type { ExpressionField } from './fields.ts';
import type { BinaryOperator, Expression } from './syntax.ts';
import { asText, Fault, numberValue, type Present, type Value } from './values.ts';

/** Never throws: an error is a `Fault`. */
type Evaluate = (record: Members) => Value;

export function evaluatorOf(
  expression: Expression,
  fields: ReadonlyMap<string, ExpressionField>,
  today: string,
): Evaluate {
  const compile = (part: Expression): Evaluate => {
    switch (part.kind) {
      case 'number':
      case 'text':
      case 'boolean': {
        const { value } = part;
        return () => value;
      }
      case 'field': {
        const field = fields.get(part.name);
        return field === undefined ? () => unchecked : field.read;
      }
      case 'negate':
        return strict(compile(part.operand), (value) => (typeof value === 'number' ? 0 - value : unchecked));
      case 'not':
        return strict(compile(part.operand), (value) => value === false);
      case 'binary':
        return binary(part.operator, compile(part.left), compile(part.right));
      case 'call':
        return call(part.name, part.args.map(compile), today);
    }
  };
  return compile(expression);
}

/** Unreachable after the type check. */
const unchecked = new Fault('This expression has not been checked.');

function isPresent(value: Value): value is Present {
  return value !== null && !(value instanceof Fault);
}

function strict(operand: Evaluate, compute: (value: Present) => Value): Evaluate {
  return (record) => {
    const value = operand(record);
    return isPresent(value) ? compute(value) : value;
  };
}

function binary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  if (operator === 'and' || operator === 'or') return condition(operator === 'or', left, right);
  const compute = computations[operator];
  return (record) => {
    const a = left(record);
    if (!isPresent(a)) return a;
    const b = right(record);
    return isPresent(b) ? compute(a, b) : b;
  };
}

/** A deciding side is enough, even if the other is empty. */
function condition(deciding: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (record) => {
    const a = left(record);
    if (a === deciding || a instanceof Fault) return a;
    const b = right(record);
    if (b === deciding || b instanceof Fault) return b;
    return a === null || b === null ? null : !deciding;
  };
}

const computations: Readonly<
  Record<Exclude<BinaryOperator, 'and' | 'or'>, (a: Present, b: Present) => Value>
> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '&': (a, b) => joined(asText(a), asText(b)),
  '+': arithmetic((a, b) => a + b),
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic((a, b) => a * b),
  '/': (a, b) => {
    if (typeof a !== 'number' || typeof b !== 'number') return unchecked;
    return b === 0 ? null : numberValue(a / b);
  },
};

function arithmetic(compute: (a: number, b: number) => number): (a: Present, b: Present) => Value {
  return (a, b) => (typeof a === 'number' && typeof b === 'number' ? numberValue(compute(a, b)) : unchecked);
}

function call(name: string, args: readonly Evaluate[], today: string): Evaluate {
  const [first = () => null, second = () => null, third = () => null] = args;
  switch (name) {
    case 'if':
      return strict1(first, (record, holds) => (holds === true ? second(record) : third(record)));
    case 'coalesce':
      return (record) => {
        let value: Value = null;
        for (const argument of args) {
          value = argument(record);
          if (value !== null) break;
        }
        return value;
      };
    case 'isEmpty':
      return (record) => {
        const value = first(record);
        return value instanceof Fault ? value : value === null;
      };
  }
  const compute = functionNamed(name)?.compute;
  if (compute === undefined) return () => unchecked;
  return (record) => {
    const values: Present[] = [];
    for (const argument of args) {
      const value = argument(record);
      if (!isPresent(value)) return value;
      values.push(value);
    }
    return compute(values, today);
  };
}

function strict1(operand: Evaluate, compute: (record: Members, value: Present) => Value): Evaluate {
  return (record) => {
    const value = operand(record);
    return isPresent(value) ? compute(record, value) : value;
  };
}
