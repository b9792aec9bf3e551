import { z } from 'zod';

export function jsonText<Value extends z.ZodType>(value: Value) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(value);
}
