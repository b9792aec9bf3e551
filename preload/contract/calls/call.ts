import { z } from 'zod';
import { resourceNames } from '../resources/names.ts';

/** A call of the bridge: the schema of its one argument, and of the value that it answers with. */
export interface CallSchemas<Arguments extends z.ZodType, Value extends z.ZodType> {
  readonly args: Arguments;
  readonly value: Value;
}

export function call<Arguments extends z.ZodType, Value extends z.ZodType>(
  args: Arguments,
  value: Value,
): CallSchemas<Arguments, Value> {
  return { args, value };
}

/** What many calls take. */
export const nothing = z.undefined();
export const connectionId = z.string().min(1).max(100);
export const resource = z.enum(resourceNames);
export const recordId = z.union([z.string().min(1).max(400), z.number().int()]);
export const fieldNames = z.array(z.string().min(1).max(200)).min(1).max(2000);
/** Names a request so that `cancelRequest` can call it off; made by the window. */
export const ticket = z.string().min(1).max(100);
