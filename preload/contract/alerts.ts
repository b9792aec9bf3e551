import { z } from 'zod';
import { call, event, connectionId, givenText, recordId, resource } from './call.ts';
import { querySchema } from './querySchema.ts';
import { watchlistId } from './watchlists.ts';

/** Each cause raises an alert once; the first fetch of a list raises none. */

const alertId = z.string().min(1).max(100);

export const maxAlerts = 500;

const dollars = z.number().min(0).max(1e15);

const alertRuleSchema = z.discriminatedUnion('kind', [
  /** Each new transaction of a list that matches the query. */
  z.strictObject({ kind: z.literal('transaction'), listId: watchlistId, query: querySchema }),
  /**
   * The new transactions of a list add up to more than `moreThan` US dollars within `hours`. `wallet` limits
   * them to those received (`in`), sent (`out`) or `either`; null counts all. No transaction counts twice.
   */
  z.strictObject({
    kind: z.literal('sum'),
    listId: watchlistId,
    wallet: z.string().trim().min(1).max(200).nullable(),
    direction: z.enum(['in', 'out', 'either']),
    moreThan: dollars,
    hours: z
      .int()
      .min(1)
      .max(24 * 90),
  }),
  /**
   * A metric of a record, tested at each fetch. `change`: by at least `percent` over `days`, as the service
   * states it, in points for percentages. `value`: in the metric's unit. Raised when the test becomes true,
   * and again only after it was false.
   */
  z.strictObject({
    kind: z.literal('metric'),
    resource,
    id: recordId,
    title: z.string().max(400),
    metric: z.string().min(1).max(200),
    test: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('change'),
        direction: z.enum(['down', 'up']),
        percent: z.number().gt(0).max(1_000_000),
        days: z.union([z.literal(7), z.literal(30), z.literal(90)]),
      }),
      z.strictObject({
        kind: z.literal('value'),
        direction: z.enum(['above', 'below']),
        value: z.number(),
      }),
    ]),
  }),
]);
export type AlertRule = z.infer<typeof alertRuleSchema>;

const alertContentSchema = z.strictObject({
  connectionId,
  name: givenText
    .min(1, 'Enter a name for the alert.')
    .max(100, 'The name of an alert has at most 100 characters.'),
  on: z.boolean().default(true),
  rule: alertRuleSchema,
});
export type AlertContent = z.infer<typeof alertContentSchema>;

export const alertSchema = alertContentSchema.extend({
  id: alertId,
  createdAt: z.number(),
  changedAt: z.number(),
});
export type Alert = z.infer<typeof alertSchema>;

export const firingSchema = z.object({
  /** Derived from the cause: the same cause has the same id. */
  id: z.string(),
  alertId: z.string(),
  name: z.string(),
  connectionId: z.string(),
  /** In milliseconds since 1970 UTC. */
  at: z.number(),
  quiet: z.boolean(),
  seen: z.boolean(),
  why: z.string(),
  /** At most 50 of `count` transactions, latest first; or a record. */
  subject: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('transactions'),
      listId: z.string(),
      ids: z.array(recordId),
      count: z.int(),
    }),
    z.object({ kind: z.literal('record'), resource, id: recordId, metric: z.string() }),
  ]),
});
export type Firing = z.infer<typeof firingSchema>;

export const alertCalls = {
  listAlerts: call({ connectionId }).returns<{ alerts: Alert[]; notices: string[] }>(),
  saveAlert: call({ id: alertId.optional(), content: alertContentSchema }).returns<Alert>(),
  /** Keeps the entries of the log. */
  removeAlerts: call({ ids: z.array(alertId).min(1).max(500) }).returns<undefined>(),
  /** Latest first. `total` and `unseen` count the whole log, which keeps 1,000 entries. */
  listFirings: call({
    connectionId,
    alertId: alertId.optional(),
    limit: z.int().min(1).max(1000).default(200),
  }).returns<{ firings: Firing[]; total: number; unseen: number }>(),
  /** Without `ids`: all of the connection. */
  markFiringsSeen: call({
    connectionId,
    ids: z.array(z.string().max(200)).max(1000).optional(),
  }).returns<undefined>(),
} as const;

export const alertEvents = {
  alertsChanged: event<{ connectionId: string }>(),
  alertFired: event<Firing>(),
} as const;
