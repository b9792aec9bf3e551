import { z } from 'zod';
import { cellSignNames, cellTones, maxCellRules } from './cellMarks.ts';

/** How a column of a grid shows its values beside their text: a colour scale, a bar, or thresholds with signs. */

/** Days and times are milliseconds since 1970 UTC. */
const bound = z.number();

/** The values at which a scale or a bar begins and ends. */
const formatEndsSchema = z
  .strictObject({ from: bound, to: bound })
  .refine(({ from, to }) => from < to, 'must end above its beginning');
export type FormatEnds = z.infer<typeof formatEndsSchema>;

/** Null: the smallest and the largest value of the list. */
const ends = formatEndsSchema.nullable();
const text = z.string().min(1, 'must not be empty').max(200, 'must not be longer than 200 characters');
const look = { tone: z.enum(cellTones), sign: z.enum(cellSignNames) };

/** One threshold. Its own bounds meet `between`, and neither `above` nor `below`. Texts are compared in any case. */
const cellRuleSchema = z.discriminatedUnion('test', [
  z.strictObject({ test: z.literal('above'), value: bound, ...look }),
  z.strictObject({ test: z.literal('below'), value: bound, ...look }),
  z.strictObject({ test: z.literal('between'), from: bound, to: bound, ...look }),
  z.strictObject({ test: z.literal('equals'), value: z.union([bound, z.boolean(), text]), ...look }),
  z.strictObject({ test: z.literal('contains'), value: text, ...look }),
]);
export type CellRule = z.infer<typeof cellRuleSchema>;
export type CellTest = CellRule['test'];

export const cellFormatSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('scale'),
    ends,
    /** Null for a scale of two colours; of three, the value of the middle one, or half of the way. */
    middle: z.union([bound, z.literal('halfway')]).nullable(),
  }),
  z.strictObject({ kind: z.literal('bar'), ends }),
  /** The first threshold that a value meets counts. */
  z.strictObject({
    kind: z.literal('rules'),
    rules: z
      .array(cellRuleSchema)
      .min(1, 'must have a threshold')
      .max(maxCellRules, `must have ${maxCellRules.toString()} thresholds at most`),
  }),
]);
export type CellFormat = z.infer<typeof cellFormatSchema>;

/** The formats of columns, by name; also of columns that are not shown, or no longer come. */
export const cellFormatsSchema = z.record(z.string().min(1).max(200), cellFormatSchema);
export type CellFormats = z.infer<typeof cellFormatsSchema>;
