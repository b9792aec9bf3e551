import { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { exportFormats, exportOptionsSchema } from '../../../preload/contract/exports.ts';
import { failureSchema } from '../../../preload/contract/failures.ts';
import type { Json } from '../../../preload/contract/json.ts';
import { querySchema } from '../../../preload/contract/query.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';

/** What crosses between the main thread and the threads that write a file. */

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
export type ShapeMessage = z.infer<typeof shapeSchema>;

const aboutSchema = z.record(z.string(), z.custom<Json>());

/** Which cached records. */
const cachedRecords = { database: z.string(), resource: z.enum(resourceNames), query: querySchema };

export const commandSchema = z.discriminatedUnion('do', [
  /** `about` goes before the rows in CSV and JSON Lines. */
  z.object({
    do: z.literal('open'),
    path: z.string(),
    shape: shapeSchema,
    about: aboutSchema.nullable(),
  }),
  /** The JSON text of a list of records. */
  z.object({ do: z.literal('records'), text: z.string() }),
  /** Cached records, with the thread at the other end of the pair where there is one. */
  z.object({ do: z.literal('cached'), ...cachedRecords }),
  /** The part of that other thread: it makes pieces of the file and opens none. */
  z.object({ do: z.literal('help'), shape: shapeSchema, ...cachedRecords }),
  z.object({ do: z.literal('finish'), about: aboutSchema.nullable() }),
]);
export type Command = z.infer<typeof commandSchema>;

/** Instead of a command: the thread ends, and closes what it has not finished. */
export const endMessage = 'end';

export const threadDataSchema = z.object({
  stop: z.instanceof(Int32Array),
  pair: z.object({ shared: z.instanceof(Int32Array), port: z.instanceof(MessagePort) }).nullable(),
});

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
