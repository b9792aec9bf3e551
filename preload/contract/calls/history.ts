import { z } from 'zod';
import { askedQuerySchema } from '../movingDates.ts';
import { call, connectionId, recordId, resource } from './call.ts';

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** From when changes are told. `last-visit`: what the app knew when this connection was last used before this session. */
export const sinceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('yesterday') }),
  z.strictObject({ kind: z.literal('last-visit') }),
  z.strictObject({ kind: z.literal('day'), day: daySchema }),
]);

export type Since = z.infer<typeof sinceSchema>;

export const changeKinds = ['changed', 'new', 'vanished'] as const;

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field of a record that has changed. For metrics the values are their `val`. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  before: valueSchema,
  after: valueSchema,
  /** `after` minus `before`, for numbers; in the field's unit. */
  difference: z.number().nullable(),
  /** In percent of `before`; null where that is no number or 0. */
  percent: z.number().nullable(),
  /** The last day on which `before` was seen. */
  seenUntil: daySchema,
  /** The day on which another value was first seen. */
  changedOn: daySchema,
});

export type FieldChange = z.infer<typeof fieldChangeSchema>;

export const recordChangeSchema = z.object({
  /** `new`: first seen since then. `vanished`: a full sync did not see it any more. */
  kind: z.enum(changeKinds),
  id: z.union([z.string(), z.number()]),
  title: z.string(),
  /** The day on which that was noticed. */
  on: daySchema,
  /** The largest changes first, at most twelve in a list. */
  fields: z.array(fieldChangeSchema),
  /** How many fields have changed. */
  fieldCount: z.number().int(),
});

export type RecordChange = z.infer<typeof recordChangeSchema>;

/** What a comparison is made with. */
const comparedSchema = z.object({
  /** The day that is compared with; null where nothing is known of a last visit. */
  since: daySchema.nullable(),
  /** The first day of which this cache knows anything of the resource; null where it holds none. */
  knownFrom: daySchema.nullable(),
  /**
   * The first day on which every record of the resource was cached; null where that has not been. Only after it can new and
   * vanished records be told.
   */
  completeFrom: daySchema.nullable(),
});

export const changeListSchema = comparedSchema.extend({
  changes: z.array(recordChangeSchema),
  /** How many there are of each kind, whatever `kinds` asks for. */
  totals: z.object({ changed: z.number().int(), new: z.number().int(), vanished: z.number().int() }),
  pageCount: z.number().int(),
  resultCount: z.number().int(),
});

export type ChangeList = z.infer<typeof changeListSchema>;

export const recordChangesSchema = comparedSchema.extend({ change: recordChangeSchema.nullable() });

export type RecordChanges = z.infer<typeof recordChangesSchema>;

export const historyCalls = {
  /** The values of a metric or another number as this app has seen them, by day, oldest first. Works offline. */
  getHistory: call(
    z.strictObject({ connectionId, resource, id: recordId, metric: z.string().min(1).max(200) }),
    z.object({ points: z.array(z.tuple([daySchema, z.number().nullable()])) }),
  ),
  /** Records that have changed, appeared or vanished, the largest changes first. Works offline. Transactions have none. */
  listChanges: call(
    z.strictObject({
      connectionId,
      resource,
      since: sinceSchema,
      /** Only changes of these fields; `metrics` alone where left out. */
      fields: z.array(z.string().min(1).max(200)).min(1).max(500).optional(),
      /** `metrics`: their values. `all`: texts, dates and flags too. */
      of: z.enum(['metrics', 'all']).default('metrics'),
      kinds: z.array(z.enum(changeKinds)).min(1).optional(),
      /** Only records that match its filter. */
      query: askedQuerySchema.optional(),
      /** By amount, dollars before other units, or by percent. */
      order: z.enum(['amount', 'percent']).default('amount'),
      page: z.int().min(1).default(1),
      perPage: z.int().min(1).max(500).default(50),
    }),
    changeListSchema,
  ),
  /** What has changed in one record; null where nothing has, or nothing older is known. */
  getRecordChanges: call(
    z.strictObject({ connectionId, resource, id: recordId, since: sinceSchema }),
    recordChangesSchema,
  ),
  /** Everything up to now has been seen: `last-visit` means now from here on. */
  markVisited: call(z.strictObject({ connectionId }), z.object({ at: z.number() })),
} as const;
