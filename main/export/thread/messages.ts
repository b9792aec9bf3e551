import { z } from 'zod';
import { exportFormats, exportOptionsSchema } from '../../../preload/contract/exports.ts';
import { failureSchema } from '../../../preload/contract/failures.ts';
import type { Json } from '../../../preload/contract/json.ts';
import { querySchema } from '../../../preload/contract/query.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';

/** What crosses between the main thread and the thread that writes a file. */

const columnSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'number', 'boolean', 'date', 'datetime', 'nested', 'any']),
  unit: z.enum(['dollar', 'percent', 'count', 'token', 'bps', 'years', 'months', 'ratio']).optional(),
  whole: z.boolean(),
  path: z.array(z.string()),
  member: z.enum(metricMembers).optional(),
});

const shapeSchema = z.object({
  format: z.enum(exportFormats),
  title: z.string(),
  columns: z.array(columnSchema),
  options: exportOptionsSchema,
  whole: z.boolean(),
  byDay: z.boolean(),
});

const aboutSchema = z.record(z.string(), z.custom<Json>());

/** A part of the cached records: of `of` parts of one size the one at `index`. */
const partSchema = z.object({ index: z.number().int(), of: z.number().int() });
export type ScanPart = z.infer<typeof partSchema>;

export const commandSchema = z.discriminatedUnion('do', [
  /** `headless`: without what stands before the rows, for a later part of a file. `about` goes before the rows in CSV. */
  z.object({
    do: z.literal('open'),
    path: z.string(),
    shape: shapeSchema,
    headless: z.boolean(),
    about: aboutSchema.nullable(),
  }),
  /** The JSON text of a list of records. */
  z.object({ do: z.literal('records'), text: z.string() }),
  z.object({
    do: z.literal('cached'),
    database: z.string(),
    resource: z.enum(resourceNames),
    query: querySchema,
    part: partSchema,
  }),
  /** Appends a file that another thread has written, and removes it. */
  z.object({ do: z.literal('append'), path: z.string() }),
  z.object({ do: z.literal('finish'), about: aboutSchema.nullable() }),
]);
export type Command = z.infer<typeof commandSchema>;

export const threadDataSchema = z.object({ stop: z.instanceof(Int32Array) });

export const cachedSchema = z.object({
  rows: z.number(),
  total: z.number(),
  first: z.number().nullable(),
  last: z.number().nullable(),
});
export const finishedSchema = z.object({ bytes: z.number(), sha256: z.string(), leftOut: z.number() });

export const answerSchema = z.union([
  z.object({ progress: z.object({ rows: z.number(), total: z.number().nullable(), bytes: z.number() }) }),
  z.object({ failure: failureSchema }),
  z.object({ error: z.string(), code: z.string() }),
  z.object({ value: z.unknown() }),
]);
export type Answer = z.input<typeof answerSchema>;
