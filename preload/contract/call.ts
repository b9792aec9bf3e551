import { z } from 'zod';
import { lastMoment } from './days.ts';
import { withoutDirections } from './invisible.ts';
import { resourceNames } from './resources/names.ts';

export interface Call<Arguments extends z.ZodType, Value> {
  readonly args: Arguments;
  /** For types only: main's answers are not parsed. */
  readonly returned?: () => Value;
}

interface CallWith<Arguments extends z.ZodType> {
  readonly returns: <Value>() => Call<Arguments, Value>;
}

export function call(): CallWith<z.ZodUndefined>;
export function call<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): CallWith<ReturnType<typeof z.strictObject<Shape>>>;
export function call(shape?: z.core.$ZodLooseShape): CallWith<z.ZodType> {
  const args = shape === undefined ? z.undefined() : z.strictObject(shape);
  return { returns: () => ({ args }) };
}

export interface BridgeEvent<Payload> {
  readonly listener?: (payload: Payload) => void;
}

export function event<Payload>(): BridgeEvent<Payload> {
  return {};
}

export const connectionId = z.string().min(1).max(100);
export const resource = z.enum(resourceNames);
export const recordId = z.union([z.string().min(1).max(400), z.number().int()]);
export const fieldNames = z.array(z.string().min(1).max(200)).min(1).max(2000);
/** In milliseconds since 1970 UTC. */
export const moment = z.number().min(-lastMoment).max(lastMoment);
export const ticket = z.string().min(1).max(100);

/** A text that the user gives, which stands in sentences. */
export const givenText = z.string().overwrite(withoutDirections).trim();

export const documentName = givenText
  .min(1, 'must not be empty')
  .max(200, 'must not be longer than 200 characters');
