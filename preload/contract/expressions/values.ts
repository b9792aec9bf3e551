import { dayMs } from '../days.ts';
import { parseInstant } from '../instants.ts';
import { plainNumber } from '../plainNumber.ts';

export const expressionLimits = {
  length: 2000,
  depth: 50,
  text: 100_000,
} as const;

export const valueTypes = ['number', 'text', 'date', 'boolean'] as const;
export type ValueType = (typeof valueTypes)[number];

export const typeNames: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  text: 'a text',
  date: 'a date',
  boolean: 'a yes or no',
};

export class Fault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A date is `YYYY-MM-DD` in UTC. */
export type Present = number | string | boolean;
/** Null is empty. */
export type Value = Present | Fault | null;

const beyondDouble = new Fault('The result is too large for a number.');
const tooLong = new Fault(`A text has more than ${expressionLimits.text.toLocaleString('en')} characters.`);

/** Infinity is a fault; minus zero becomes zero. */
export function numberValue(number: number): Value {
  return Number.isFinite(number) ? number + 0 : beyondDouble;
}

export function textValue(text: string): Value {
  return text.length > expressionLimits.text ? tooLong : text;
}

export function asText(value: Present): string {
  if (typeof value === 'number') return plainNumber(value);
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** Returns the UTC day of an ISO 8601 date or time. */
export function dayIn(text: string): string | null {
  const ms = parseInstant(text);
  return ms === null ? null : dayText(ms);
}

/** Returns null outside the years 1 to 9999. */
export function dayText(ms: number): string | null {
  if (!(ms >= firstDay && ms < lastDay)) return null;
  return new Date(ms).toISOString().slice(0, 10);
}

const firstDay = Date.parse('0001-01-01T00:00:00Z');
const lastDay = Date.parse('9999-12-31T00:00:00Z') + dayMs;
