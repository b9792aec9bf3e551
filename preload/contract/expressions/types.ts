import { unitOfChange, type Unit } from '../units.ts';
import { functionNamed, functionNames, notADate, signatureOf, type ExpressionFunction } from './functions.ts';
import type { ExpressionField, FindField } from './fields.ts';
import { nearestName } from '../typos.ts';
import {
  printField,
  type BinaryOperator,
  type Expression,
  type ExpressionProblem,
  type Span,
} from './syntax.ts';
import { dayIn, typeNames, type ValueType } from './values.ts';

export interface StaticType {
  readonly type: ValueType;
  /** The unit of a number, if it follows from the parts. */
  readonly unit: Unit | undefined;
}

interface Checked extends StaticType {
  readonly fields: ReadonlyMap<string, ExpressionField>;
}

type KnownNames = () => Iterable<string>;

export function checkExpression(
  expression: Expression,
  findField: FindField,
  names: KnownNames = () => [],
): Checked | readonly ExpressionProblem[] {
  const checker = new Checker(findField, names);
  const found = checker.typeOf(expression);
  if (found === null) return checker.problems.toSorted((a, b) => a.from - b.from);
  return { ...found, fields: checker.fields };
}

type Found = StaticType | null;

const plain = (type: ValueType): StaticType => ({ type, unit: undefined });

class Checker {
  readonly problems: ExpressionProblem[] = [];
  readonly fields = new Map<string, ExpressionField>();
  readonly #findField: FindField;
  readonly #names: KnownNames;

  constructor(findField: FindField, names: KnownNames) {
    this.#findField = findField;
    this.#names = names;
  }

  typeOf(expression: Expression): Found {
    switch (expression.kind) {
      case 'number':
      case 'text':
      case 'boolean':
        return plain(expression.kind);
      case 'field':
        return this.#field(expression);
      case 'negate': {
        const found = this.typeOf(expression.operand);
        const advice = { text: '', date: '', boolean: ' Use “not” before a condition.' };
        return this.#wants(
          'number',
          found,
          expression.operand,
          (type, subject) =>
            `A minus sign stands before numbers; ${subject} is ${typeNames[type]}.${type === 'number' ? '' : advice[type]}`,
        );
      }
      case 'not': {
        const found = this.typeOf(expression.operand);
        return this.#wants(
          'boolean',
          found,
          expression.operand,
          (type, subject) =>
            `“not” stands before a condition; ${subject} is ${typeNames[type]}. Compare it with something first.`,
        );
      }
      case 'binary':
        return this.#binary(expression);
      case 'call':
        return this.#call(expression);
    }
  }

  #say({ from, to }: Span, message: string): null {
    this.problems.push({ from, to, message });
    return null;
  }

  #wants(
    wanted: ValueType,
    found: Found,
    part: Expression,
    message: (type: ValueType, subject: string) => string,
  ): Found {
    if (found === null || found.type === wanted) return found;
    return this.#say(part, message(found.type, subjectOf(part)));
  }

  #field({ name, from, to }: Expression & { kind: 'field' }): Found {
    const field = this.#findField(name);
    if (field !== undefined) {
      this.fields.set(name, field);
      return { type: field.type, unit: field.unit };
    }
    if (functionNamed(name) !== undefined)
      return this.#say(
        { from, to },
        `${name} is a function. Write its arguments in parentheses: ${name}( ).`,
      );
    const near = nearestName(name, this.#names()) ?? nearestName(name, functionNames);
    const advice =
      near === undefined
        ? 'Choose one from the list, or write a text in quotes.'
        : `Did you mean \`${printField(near)}\`?`;
    return this.#say({ from, to }, `There is no field \`${name}\`. ${advice}`);
  }

  #binary({ operator, left, right }: Expression & { kind: 'binary' }): Found {
    const [first, second] = [this.typeOf(left), this.typeOf(right)];
    switch (operator) {
      case 'and':
      case 'or': {
        const advice = (type: ValueType, subject: string): string =>
          `“${operator}” joins conditions; ${subject} is ${typeNames[type]}. Compare it with something first.`;
        const conditions = [
          this.#wants('boolean', first, left, advice),
          this.#wants('boolean', second, right, advice),
        ];
        return conditions.includes(null) ? null : plain('boolean');
      }
      case '&':
        return first === null || second === null ? null : plain('text');
      case '+':
      case '-':
      case '*':
      case '/': {
        const advice = (type: ValueType, subject: string): string =>
          `\`${operator}\` ${verbs[operator]} numbers; ${subject} is ${typeNames[type]}.${arithmeticAdvice(operator, type)}`;
        const [a, b] = [
          this.#wants('number', first, left, advice),
          this.#wants('number', second, right, advice),
        ];
        return a === null || b === null ? null : { type: 'number', unit: unitOf(operator, a.unit, b.unit) };
      }
      case '=':
      case '<>':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#comparison(operator, [left, first], [right, second]);
    }
  }

  #comparison(
    operator: BinaryOperator,
    [left, a]: [Expression, Found],
    [right, b]: [Expression, Found],
  ): Found {
    if (a === null || b === null) return null;
    if (a.type !== b.type) {
      const date = a.type === 'date' ? right : left;
      const isDateText = [a.type, b.type].includes('date') && date.kind === 'text';
      const advice = isDateText ? ` Write it as date("${date.value}").` : ' Compare values of one type.';
      const says = `\`${operator}\` compares values of one type; ${subjectOf(left)} is ${typeNames[a.type]}, ${subjectOf(right)} is ${typeNames[b.type]}.${advice}`;
      return this.#say(isDateText ? date : right, says.replace(' Compare values of one type.', ''));
    }
    if (a.type === 'boolean' && operator !== '=' && operator !== '<>')
      return this.#say(
        left,
        `\`${operator}\` orders numbers, texts and dates; ${subjectOf(left)} is a yes or no. Use = or <>.`,
      );
    return plain('boolean');
  }

  #call(call: Expression & { kind: 'call' }): Found {
    const spec = functionNamed(call.name);
    if (spec === undefined) return this.#say(call, `There is no function “${call.name}”.`);
    const found = call.args.map((argument) => this.typeOf(argument));
    const { parameters } = spec;
    const least = parameters.filter(
      ({ optional, repeated }) => optional !== true && repeated !== true,
    ).length;
    const most = parameters.at(-1)?.repeated === true ? Infinity : parameters.length;
    if (call.args.length < least || call.args.length > most) {
      const first = call.args[most];
      const last = call.args.at(-1);
      const place = first !== undefined && last !== undefined ? { from: first.from, to: last.to } : call;
      return this.#say(place, `${call.name} is written as ${signatureOf(spec)}.`);
    }
    if (found.includes(null)) return null;
    const types = found.flatMap((one) => one ?? []);
    const common = this.#argumentTypes(spec, call, types);
    if (common === null) return null;
    if (spec.name === 'date') return this.#dateCall(call);
    const type = spec.result === 'same' ? common : spec.result;
    return { type, unit: type === 'number' ? unitOfCall(spec, types) : undefined };
  }

  #argumentTypes(
    spec: ExpressionFunction,
    { args }: Expression & { kind: 'call' },
    types: readonly StaticType[],
  ): ValueType | null {
    let common: ValueType | undefined;
    for (const [index, argument] of args.entries()) {
      const { type: wanted } = spec.parameters[Math.min(index, spec.parameters.length - 1)] ?? {
        type: 'any',
      };
      const type = types[index]?.type ?? 'text';
      if (wanted === 'any') continue;
      const expected: ValueType = wanted === 'same' ? (common ?? type) : wanted;
      if (wanted === 'same') common = expected;
      if (type !== expected) {
        const needs =
          wanted === 'same'
            ? `${spec.name} needs values of one type: ${typeNames[expected]} comes first, ${subjectOf(argument)} is ${typeNames[type]}.`
            : `${spec.name} needs ${typeNames[expected]} here; ${subjectOf(argument)} is ${typeNames[type]}.${argumentAdvice(expected, type)}`;
        return this.#say(argument, needs);
      }
      const isOrdered = type === 'number' || type === 'date';
      if ((spec.name === 'min' || spec.name === 'max') && !isOrdered)
        return this.#say(
          argument,
          `${spec.name} compares numbers or dates; ${subjectOf(argument)} is ${typeNames[type]}.`,
        );
    }
    return common ?? 'text';
  }

  /** Literal dates must exist. */
  #dateCall({ args: [argument] }: Expression & { kind: 'call' }): Found {
    if (argument?.kind === 'text' && dayIn(argument.value) === null)
      return this.#say(argument, notADate(argument.value));
    return plain('date');
  }
}

const verbs = { '+': 'adds', '-': 'subtracts', '*': 'multiplies', '/': 'divides' } as const;

function arithmeticAdvice(operator: '+' | '-' | '*' | '/', type: ValueType): string {
  if (type === 'text') return operator === '+' ? ' Join texts with `&`.' : ' Use a field that is a number.';
  if (type === 'boolean') return ' Use if(condition, 1, 0) to count it.';
  if (operator === '+') return ' Use addDays(date, days).';
  return operator === '-'
    ? ' Use daysBetween(from, to), or addDays(date, -days).'
    : ' Use year, month or day of it.';
}

function argumentAdvice(expected: ValueType, type: ValueType): string {
  if (expected === 'date' && type === 'text') return ' Use date("2025-01-31").';
  if (expected === 'text') return ' Make a text of it with concat(value).';
  if (expected === 'boolean') return ' Compare it with something, such as value > 0.';
  return '';
}

function subjectOf(part: Expression): string {
  if (part.kind === 'field') return `\`${printField(part.name)}\``;
  if (part.kind === 'text') return part.value.length > 40 ? 'this text' : `“${part.value}”`;
  if (part.kind === 'number' || part.kind === 'boolean') return String(part.value);
  if (part.kind === 'call') return `${part.name}(…)`;
  return 'what is marked';
}

/**
 * A sum has the unit of its parts. Dollars times or divided by a plain number are dollars; a quotient of
 * equal units is a plain number. Differences of percentages are points; percentages plus points are
 * percentages.
 */
function unitOf(
  operator: '+' | '-' | '*' | '/',
  left: Unit | undefined,
  right: Unit | undefined,
): Unit | undefined {
  if (operator === '+' || operator === '-') {
    if (operator === '-' && left === right) return unitOfChange(left);
    if (unitOfChange(left) === 'points' && unitOfChange(right) === 'points')
      return left === right ? left : 'percent';
    return left === undefined ? right : right === undefined || left === right ? left : undefined;
  }
  if (operator === '/')
    return left === 'dollar' && right !== 'dollar' ? 'dollar' : right === undefined ? left : undefined;
  if (left === 'dollar' || right === 'dollar') return left === right ? undefined : 'dollar';
  return left === undefined ? right : right === undefined ? left : undefined;
}

const keepsUnit: ReadonlySet<string> = new Set(['abs', 'round', 'floor', 'ceil']);

function unitOfCall({ name, result }: ExpressionFunction, types: readonly StaticType[]): Unit | undefined {
  if (keepsUnit.has(name)) return types[0]?.unit;
  if (result !== 'same') return undefined;
  const units = new Set(types.slice(name === 'if' ? 1 : 0).map(({ unit }) => unit));
  // A plain number, like 0 in coalesce(value, 0), takes the unit of the others.
  units.delete(undefined);
  return units.size === 1 ? [...units][0] : undefined;
}
