import { z } from 'zod';
import { lastMoment } from './days.ts';
import { resourceNames } from './resources/names.ts';

/** A call of the bridge: the schema of its one argument, and the type of the value that it answers with. */
export interface Call<Arguments extends z.ZodType, Value> {
  readonly args: Arguments;
  /** For the compiler alone: what main answers is not parsed. */
  readonly returned?: () => Value;
}

interface CallWith<Arguments extends z.ZodType> {
  readonly returns: <Value>() => Call<Arguments, Value>;
}

/** States a call that takes an object of these members and no others; without any it takes nothing. */
export function call(): CallWith<z.ZodUndefined>;
export function call<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): CallWith<ReturnType<typeof z.strictObject<Shape>>>;
export function call(shape?: z.core.$ZodLooseShape): CallWith<z.ZodType> {
  const args = shape === undefined ? z.undefined() : z.strictObject(shape);
  return { returns: () => ({ args }) };
}

/** An event of the bridge, with the type of its payload. */
export interface BridgeEvent<Payload> {
  /** For the compiler alone. */
  readonly listener?: (payload: Payload) => void;
}

/** States an event by the type of its payload. */
export function event<Payload>(): BridgeEvent<Payload> {
  return {};
}

/** What many calls take. */
export const connectionId = z.string().min(1).max(100);
export const resource = z.enum(resourceNames);
export const recordId = z.union([z.string().min(1).max(400), z.number().int()]);
export const fieldNames = z.array(z.string().min(1).max(200)).min(1).max(2000);
/** A moment in milliseconds since 1970 UTC. */
export const moment = z.number().min(-lastMoment).max(lastMoment);
/** Names a request so that `cancelRequest` can cancel it; made by the window. */
export const ticket = z.string().min(1).max(100);
