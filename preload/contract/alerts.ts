import { z } from 'zod';
import { call, event, connectionId, recordId, resource } from './call.ts';
import { querySchema } from './querySchema.ts';
import { watchlistId } from './watchlists.ts';

/**
 * Alerts: what the user wants to be notified of. Each is raised once for each cause. Nothing that was there before a list was
 * fetched for the first time raises one.
 */

export const alertId = z.string().min(1).max(100);

/** The most alerts that can be saved. */
export const maxAlerts = 500;

const dollars = z.number().min(0).max(1e15);

const alertRuleSchema = z.discriminatedUnion('kind', [
  /** Each new transaction of a list that matches the filter: amount, wallet, type and whatever else; all of them without one. */
  z.strictObject({ kind: z.literal('transaction'), listId: watchlistId, query: querySchema }),
  /**
   * The new transactions of a list sum up to more than `moreThan` US dollars within `hours`. `wallet`: only what leaves it
   * (`out`), reaches it (`in`), or both (`either`); null: whatever wallet. What an alert has counted is not counted again.
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
   * A metric of a record, looked at whenever the record is fetched. `change`: it went `down` or `up` by at least `percent`
   * over so many days, as the service states it; by points where it is in percent itself. `value`: it is `above` or `below` a value, in the metric's unit. Raised when
   * that becomes true, and again only after it was not.
   */
  z.strictObject({
    kind: z.literal('metric'),
    resource,
    id: recordId,
    /** What the record is called, for the sentence. */
    title: z.string().max(400),
    /** The field's name, for example `circulating_market_value_dollar`. */
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

/** What makes an alert, without when and under which id it is stored. */
const alertContentSchema = z.strictObject({
  connectionId,
  name: z
    .string()
    .trim()
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

/** An alert that was raised, and why. */
export const firingSchema = z.object({
  /** Of the cause: the same cause has the same id. */
  id: z.string(),
  alertId: z.string(),
  /** As it was called then. */
  name: z.string(),
  connectionId: z.string(),
  /** In milliseconds since 1970 UTC. */
  at: z.number(),
  /** True where quiet hours suppressed the system's notification. */
  quiet: z.boolean(),
  seen: z.boolean(),
  /** One sentence: what happened, with figures. */
  why: z.string(),
  /** What it leads to: transactions of a list, at most fifty of `count`, the latest first; or a record. */
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

/** Alerts, and the log of those that were raised. */
export const alertCalls = {
  /** Those of a connection, by name. */
  listAlerts: call({ connectionId }).returns<{ alerts: Alert[]; notices: string[] }>(),
  /** Keeps an alert: a new one without `id`, else in place of the one with this id. Refused as `bad-arguments` with a sentence. */
  saveAlert: call({ id: alertId.optional(), content: alertContentSchema }).returns<Alert>(),
  /** What they raised stays in the log. */
  removeAlerts: call({ ids: z.array(alertId).min(1).max(500) }).returns<undefined>(),
  /** The log, the latest first. `total` and `unseen` are of all of it. Only the latest thousand stay. */
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
  /** Alerts or their log have changed: list them again. */
  alertsChanged: event<{ connectionId: string }>(),
  /** An alert was raised. `quiet`: it is only noted, the system shows nothing. */
  alertFired: event<Firing>(),
} as const;
