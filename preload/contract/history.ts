import { z } from 'zod';
import { call, connectionId, recordId, resource } from './call.ts';
import type { Completeness } from './completeness.ts';
import { resolvedQuerySchema } from './querySchema.ts';

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** From when changes are listed. `last-visit`: what the app knew when this connection was last used before this session. */
const sinceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('yesterday') }),
  z.strictObject({ kind: z.literal('last-visit') }),
  z.strictObject({ kind: z.literal('day'), day: daySchema }),
]);

export type Since = z.infer<typeof sinceSchema>;

/** The periods over which each record states how its metrics changed, in days. There is none of one day. */
export const statedPeriods = [7, 30, 90] as const;

export type StatedPeriod = (typeof statedPeriods)[number];

const statedPeriodSchema = z.literal(statedPeriods);

/** What changes are compared with: a day that this app has seen, or what the records state of a period. */
export const comparedWithSchema = z.union([
  sinceSchema,
  z.strictObject({ kind: z.literal('period'), days: statedPeriodSchema }),
]);

export type ComparedWith = z.infer<typeof comparedWithSchema>;

export const changeKinds = ['changed', 'new', 'vanished'] as const;

type Value = string | number | boolean | null;

/** A field of a record that has changed. For metrics the values are their `val`. */
export interface FieldChange {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
  /** `after` minus `before`, for numbers; in the field's unit, of percentages in points. */
  readonly difference: number | null;
  /** In percent of `before`; null where that is no number or 0, and of percentages. */
  readonly percent: number | null;
  /** The last day on which `before` was seen. */
  readonly seenUntil: string;
  /** The day on which another value was first seen. */
  readonly changedOn: string;
}

export interface RecordChange {
  /** `new`: first seen since then. `vanished`: a full sync did not see it any more. */
  readonly kind: (typeof changeKinds)[number];
  readonly id: string | number;
  readonly title: string;
  /** The day on which that was noticed. */
  readonly on: string;
  /** The largest changes first, at most twelve in a list. */
  readonly fields: FieldChange[];
  /** How many fields have changed. */
  readonly fieldCount: number;
}

/** What a comparison is made with. */
interface Compared {
  /** The day that is compared with; null where nothing is known of a last visit. */
  readonly since: string | null;
  /** The first day of which this cache knows anything of the resource; null where it holds none. */
  readonly knownFrom: string | null;
  /**
   * The first day on which every record of the resource was cached; null where that has not been. Only after it can new and
   * vanished records be listed.
   */
  readonly completeFrom: string | null;
}

export interface ChangeList extends Compared {
  readonly changes: RecordChange[];
  /** How many there are of each kind, whatever `kinds` asks for. */
  readonly totals: { changed: number; new: number; vanished: number };
  readonly pageCount: number;
  readonly resultCount: number;
}

/** How much of a change of value, in dollars, came from the price and how much from the supply. */
export interface ValueSplit {
  readonly price: number;
  readonly supply: number;
}

/** A record, or an asset class, whose value changed over a period. */
export interface StatedChange extends Omit<RecordChange, 'kind'> {
  /** Null where price and supply are not both known, or do not multiply to the value. */
  readonly split: ValueSplit | null;
}

export interface StatedChangeList extends Completeness {
  /** The largest changes of `field` first. The first of a record's fields is `field`. */
  readonly changes: StatedChange[];
  /** The metric that ranks; null where the resource has none. */
  readonly field: string | null;
  readonly pageCount: number;
  readonly resultCount: number;
  /** Records of the resource in the cache. */
  readonly cachedRecords: number;
  /** How many of them state no change of `field` over the period. */
  readonly withoutChange: number;
}

export interface RecordChanges extends Compared {
  readonly change: RecordChange | null;
}

export const historyCalls = {
  /** The values of a metric or another number as this app has seen them, by day, oldest first. Works offline. */
  getHistory: call({ connectionId, resource, id: recordId, metric: z.string().min(1).max(200) }).returns<{
    points: [string, number | null][];
  }>(),
  /** Records that have changed, appeared or vanished, the largest changes first. Works offline. Transactions have none. */
  listChanges: call({
    connectionId,
    resource,
    since: sinceSchema,
    /** Only changes of these fields; `metrics` alone where left out. */
    fields: z.array(z.string().min(1).max(200)).min(1).max(500).optional(),
    /** `metrics`: their values. `all`: texts, dates and flags too. */
    of: z.enum(['metrics', 'all']).default('metrics'),
    kinds: z.array(z.enum(changeKinds)).min(1).optional(),
    /** Only records that match its filter. */
    query: resolvedQuerySchema.optional(),
    /** By amount, dollars before other units, or by percent. */
    order: z.enum(['amount', 'percent']).default('amount'),
    page: z.int().min(1).default(1),
    perPage: z.int().min(1).max(500).default(50),
  }).returns<ChangeList>(),
  /** How cached records changed over a period, as each of them states. Works offline, from the first record on. */
  listStatedChanges: call({
    connectionId,
    resource,
    days: statedPeriodSchema,
    /** `class`: the records of each asset class together. */
    by: z.enum(['record', 'class']).default('record'),
    order: z.enum(['amount', 'percent']).default('amount'),
    page: z.int().min(1).default(1),
    perPage: z.int().min(1).max(500).default(50),
  }).returns<StatedChangeList>(),
  /** What has changed in one record; null where nothing has, or nothing older is known. */
  getRecordChanges: call({
    connectionId,
    resource,
    id: recordId,
    since: sinceSchema,
  }).returns<RecordChanges>(),
} as const;
