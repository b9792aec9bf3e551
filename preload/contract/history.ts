import { z } from 'zod';
import { call, connectionId, recordId, resource } from './call.ts';
import type { Completeness } from './completeness.ts';
import { resolvedQuerySchema } from './querySchema.ts';

/** `YYYY-MM-DD` in UTC. */
export const daySchema = z.iso.date();

/** `last-visit`: the end of this connection's previous session. */
const sinceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('yesterday') }),
  z.strictObject({ kind: z.literal('last-visit') }),
  z.strictObject({ kind: z.literal('day'), day: daySchema }),
]);

export type Since = z.infer<typeof sinceSchema>;

/** Periods in days for which records state changes of metrics. */
export const statedPeriods = [7, 30, 90] as const;

export type StatedPeriod = (typeof statedPeriods)[number];

const statedPeriodSchema = z.literal(statedPeriods);

/** A day seen by this app, or a stated period. */
export const comparedWithSchema = z.union([
  sinceSchema,
  z.strictObject({ kind: z.literal('period'), days: statedPeriodSchema }),
]);

export type ComparedWith = z.infer<typeof comparedWithSchema>;

export const changeKinds = ['changed', 'new', 'vanished'] as const;

type Value = string | number | boolean | null;

export interface FieldChange {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
  /** `after` − `before` in the field's unit; in points for percentages. */
  readonly difference: number | null;
  /** Relative to `before`; null if that is 0 or no number, and for percentages. */
  readonly percent: number | null;
  /** The last day with `before`. */
  readonly seenUntil: string;
  /** The first day with another value. */
  readonly changedOn: string;
}

export interface RecordChange {
  /** `vanished`: missing from a full sync. */
  readonly kind: (typeof changeKinds)[number];
  readonly id: string | number;
  readonly title: string;
  /** The day it was noticed. */
  readonly on: string;
  /** Largest changes first; lists have at most 12. */
  readonly fields: FieldChange[];
  readonly fieldCount: number;
}

interface Compared {
  /** Null without a known last visit. */
  readonly since: string | null;
  /** The first day with data of the resource; null if there is none. */
  readonly knownFrom: string | null;
  /** The first day with a complete cache; earlier ones cannot show new and vanished records. */
  readonly completeFrom: string | null;
}

export interface ChangeList extends Compared {
  readonly changes: RecordChange[];
  /** Independent of `kinds`. */
  readonly totals: { changed: number; new: number; vanished: number };
  readonly pageCount: number;
  readonly resultCount: number;
}

export interface ValueSplit {
  readonly price: number;
  readonly supply: number;
}

export interface StatedChange extends Omit<RecordChange, 'kind'> {
  /** Null unless price × supply is known and equals the value. */
  readonly split: ValueSplit | null;
}

export interface StatedChangeList extends Completeness {
  /** Largest changes of `field`, which comes first in each record. */
  readonly changes: StatedChange[];
  /** Null if the resource has no ranking metric. */
  readonly field: string | null;
  readonly pageCount: number;
  readonly resultCount: number;
  readonly cachedRecords: number;
  readonly withoutChange: number;
}

export interface RecordChanges extends Compared {
  readonly change: RecordChange | null;
}

export const historyCalls = {
  /** Daily values seen by this app, oldest first. Works offline. */
  getHistory: call({ connectionId, resource, id: recordId, metric: z.string().min(1).max(200) }).returns<{
    points: [string, number | null][];
  }>(),
  /** Largest changes first. Works offline; transactions have none. */
  listChanges: call({
    connectionId,
    resource,
    since: sinceSchema,
    /** Absent: metrics only. */
    fields: z.array(z.string().min(1).max(200)).min(1).max(500).optional(),
    /** `all` includes text, dates and flags. */
    of: z.enum(['metrics', 'all']).default('metrics'),
    kinds: z.array(z.enum(changeKinds)).min(1).optional(),
    /** Uses its filter only. */
    query: resolvedQuerySchema.optional(),
    /** `amount` puts dollars before other units. */
    order: z.enum(['amount', 'percent']).default('amount'),
    page: z.int().min(1).default(1),
    perPage: z.int().min(1).max(500).default(50),
  }).returns<ChangeList>(),
  listStatedChanges: call({
    connectionId,
    resource,
    days: statedPeriodSchema,
    by: z.enum(['record', 'class']).default('record'),
    order: z.enum(['amount', 'percent']).default('amount'),
    page: z.int().min(1).default(1),
    perPage: z.int().min(1).max(500).default(50),
  }).returns<StatedChangeList>(),
  /** `change` is null if nothing changed or nothing older is known. */
  getRecordChanges: call({
    connectionId,
    resource,
    id: recordId,
    since: sinceSchema,
  }).returns<RecordChanges>(),
} as const;
