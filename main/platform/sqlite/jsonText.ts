import { z } from 'zod';

/** A column that holds JSON as text, parsed by the schema of its value. */
export function jsonText<Value extends z.ZodType>(value: Value) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(value);
}
