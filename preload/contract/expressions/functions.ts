import { dayMs } from '../days.ts';
import {
  asText,
  dayIn,
  dayText,
  Fault,
  numberValue,
  textValue,
  type Present,
  type Value,
  type ValueType,
} from './values.ts';

/** `same`: the type of the first argument. */
interface Parameter {
  readonly name: string;
  readonly type: ValueType | 'any' | 'same';
  readonly optional?: true;
  readonly repeated?: true;
}

/** Never receives an empty argument. */
type Compute = (args: readonly Present[], today: string) => Value;

interface FunctionSpec {
  readonly parameters: readonly Parameter[];
  /** `same`: the common type of the arguments. */
  readonly result: ValueType | 'same';
  readonly description: string;
  /** Absent if not all arguments are evaluated; see `evaluate.ts`. */
  readonly compute?: Compute;
}

const number = (name: string): Parameter => ({ name, type: 'number' });
const text = (name: string): Parameter => ({ name, type: 'text' });
const date = (name: string): Parameter => ({ name, type: 'date' });
const boolean = (name: string): Parameter => ({ name, type: 'boolean' });
const any = (name: string): Parameter => ({ name, type: 'any' });
const same = (name: string): Parameter => ({ name, type: 'same' });
const optional = (parameter: Parameter): Parameter => ({ ...parameter, optional: true });
const repeated = (parameter: Parameter): Parameter => ({ ...parameter, repeated: true });

function makes(
  result: FunctionSpec['result'],
  parameters: readonly Parameter[],
  description: string,
  compute?: Compute,
): FunctionSpec {
  return { parameters, result, description, ...(compute && { compute }) };
}

const specs = {
  if: makes(
    'same',
    [boolean('condition'), same('then'), optional(same('else'))],
    'The first value where the condition holds, else the second. Without a second it is empty.',
  ),
  coalesce: makes(
    'same',
    [same('value'), repeated(same('other'))],
    'The first of the values that is not empty.',
  ),
  isEmpty: makes('boolean', [any('value')], 'Yes where the value is empty.'),
  abs: makes('number', [number('number')], 'The number without its sign.', ofNumber(Math.abs)),
  round: makes(
    'number',
    [number('number'), optional(number('digits'))],
    'Rounds to the given number of decimals, or to a whole number. Halves round away from zero.',
    ([value, digits = 0]) => rounded(asNumber(value), asNumber(digits)),
  ),
  floor: makes(
    'number',
    [number('number')],
    'The largest whole number that is not above the number.',
    ofNumber(Math.floor),
  ),
  ceil: makes(
    'number',
    [number('number')],
    'The smallest whole number that is not below the number.',
    ofNumber(Math.ceil),
  ),
  min: makes(
    'same',
    [same('value'), repeated(same('other'))],
    'The smallest number, or the earliest date.',
    (args) => args.reduce((least, one) => (one < least ? one : least)),
  ),
  max: makes(
    'same',
    [same('value'), repeated(same('other'))],
    'The largest number, or the latest date.',
    (args) => args.reduce((most, one) => (one > most ? one : most)),
  ),
  sqrt: makes('number', [number('number')], 'The square root.', ([value]) => {
    const of = asNumber(value);
    return of < 0 ? new Fault('sqrt needs a number of 0 or more.') : numberValue(Math.sqrt(of));
  }),
  ln: makes('number', [number('number')], 'The natural logarithm.', logarithm('ln', Math.log)),
  log10: makes(
    'number',
    [number('number')],
    'The logarithm to the base of 10.',
    logarithm('log10', Math.log10),
  ),
  pow: makes(
    'number',
    [number('base'), number('exponent')],
    'The base to the power of the exponent.',
    ([base, exponent]) => power(asNumber(base), asNumber(exponent)),
  ),
  concat: makes(
    'text',
    [any('value'), repeated(any('other'))],
    'The values as one text, one after the other.',
    (args) => args.map(asText).reduce<Value>(joined, ''),
  ),
  lower: makes('text', [text('text')], 'The text in small letters.', ([value]) =>
    textValue(asString(value).toLowerCase()),
  ),
  upper: makes('text', [text('text')], 'The text in capital letters.', ([value]) =>
    textValue(asString(value).toUpperCase()),
  ),
  trim: makes('text', [text('text')], 'The text without spaces at its ends.', ([value]) =>
    asString(value).trim(),
  ),
  length: makes(
    'number',
    [text('text')],
    'The number of characters.',
    ([value]) => Array.from(asString(value)).length,
  ),
  contains: makes(
    'boolean',
    [text('text'), text('part')],
    'Yes if the text contains the part. Case-sensitive.',
    ([value, part]) => asString(value).includes(asString(part)),
  ),
  startsWith: makes(
    'boolean',
    [text('text'), text('part')],
    'Yes if the text begins with the part. Case-sensitive.',
    ([value, part]) => asString(value).startsWith(asString(part)),
  ),
  left: makes('text', [text('text'), number('count')], 'The first characters of a text.', ([value, count]) =>
    part(value, 0, Math.max(0, Math.floor(asNumber(count)))),
  ),
  right: makes(
    'text',
    [text('text'), number('count')],
    'The last characters of a text.',
    ([value, count]) => {
      const most = Math.max(0, Math.floor(asNumber(count)));
      return most === 0 ? '' : part(value, -most);
    },
  ),
  date: makes(
    'date',
    [text('text')],
    'The date of a text such as "2025-01-31".',
    ([value]) => dayIn(asString(value)) ?? new Fault(notADate(asString(value))),
  ),
  today: makes('date', [], 'The current day, in UTC.', (_, today) => today),
  year: makes('number', [date('date')], 'The year of a date.', ([value]) =>
    Number(asString(value).slice(0, 4)),
  ),
  month: makes('number', [date('date')], 'The month of a date, from 1 to 12.', ([value]) =>
    Number(asString(value).slice(5, 7)),
  ),
  day: makes('number', [date('date')], 'The day of the month of a date, from 1 to 31.', ([value]) =>
    Number(asString(value).slice(8, 10)),
  ),
  daysBetween: makes(
    'number',
    [date('from'), date('to')],
    'The days from the first date to the second, below zero where the second is earlier.',
    ([from, to]) => (startOf(to) - startOf(from)) / dayMs,
  ),
  addDays: makes(
    'date',
    [date('date'), number('days')],
    'The date so many days later, or earlier where the number is below zero.',
    ([value, days]) =>
      dayText(startOf(value) + Math.trunc(asNumber(days)) * dayMs) ??
      new Fault('The date is outside the years 1 to 9999.'),
  ),
} as const;

export type FunctionName = keyof typeof specs;

export interface ExpressionFunction extends FunctionSpec {
  readonly name: FunctionName;
}

export const expressionFunctions: readonly ExpressionFunction[] = Object.entries(specs).map(
  // `Object.entries` loses the type of the keys.
  ([name, spec]) => ({ ...spec, name: name as FunctionName }),
);

const byName: ReadonlyMap<string, ExpressionFunction> = new Map(
  expressionFunctions.map((one) => [one.name.toLowerCase(), one]),
);

export const functionNames: readonly FunctionName[] = expressionFunctions.map(({ name }) => name);

/** Ignores case. */
export function functionNamed(name: string): ExpressionFunction | undefined {
  return byName.get(name.toLowerCase());
}

export function signatureOf({ name, parameters }: Pick<ExpressionFunction, 'name' | 'parameters'>): string {
  const words = parameters.map(
    ({ name: word, optional, repeated }) =>
      `${word}${optional === true ? '?' : repeated === true ? ', …' : ''}`,
  );
  return `${name}(${words.join(', ')})`;
}

export function notADate(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return `“${shown}” is not a date. Write it as 2025-01-31.`;
}

export function joined(left: Value, right: string): Value {
  return typeof left === 'string' ? textValue(left + right) : left;
}

function ofNumber(compute: (value: number) => number): Compute {
  return ([value]) => numberValue(compute(asNumber(value)));
}

function logarithm(name: string, compute: (value: number) => number): Compute {
  return ([value]) => {
    const of = asNumber(value);
    return of > 0 ? numberValue(compute(of)) : new Fault(`${name} needs a number above 0.`);
  };
}

function power(base: number, exponent: number): Value {
  if (base === 0 && exponent < 0) return null;
  const result = base ** exponent;
  if (Number.isNaN(result))
    return new Fault('pow needs a base of 0 or more where the exponent is not whole.');
  return numberValue(result);
}

function rounded(value: number, digits: number): Value {
  const most = 15;
  if (!Number.isInteger(digits) || Math.abs(digits) > most)
    return new Fault(`round takes a whole number of digits from -${most.toString()} to ${most.toString()}.`);
  // Uses decimal digits, since 1.005 × 100 < 100.5.
  const moved = Math.round(Number(shifted(Math.abs(value), digits)));
  const result = Number(shifted(moved, -digits));
  return numberValue(value < 0 ? -result : result);
}

function shifted(value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return `${mantissa}e${(Number(exponent) + digits).toString()}`;
}

function part(value: Present | undefined, start: number, end?: number): Value {
  return Array.from(asString(value)).slice(start, end).join('');
}

function startOf(value: Present | undefined): number {
  return Date.parse(`${asString(value)}T00:00:00Z`);
}

// Types are checked before; other values are a bug of this folder.
function asNumber(value: Present | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function asString(value: Present | undefined): string {
  return typeof value === 'string' ? value : '';
}
