import { z } from 'zod';
import { alertContentSchema, alertId, alertSchema, firingSchema } from '../alerts.ts';
import { call, connectionId, nothing } from './call.ts';

/** Alerts, and the log of those that were raised. */
export const alertCalls = {
  /** Those of a connection, by name. */
  listAlerts: call(
    z.strictObject({ connectionId }),
    z.object({ alerts: z.array(alertSchema), notices: z.array(z.string()) }),
  ),
  /** Keeps an alert: a new one without `id`, else in place of the one with this id. Refused as `bad-arguments` with a sentence. */
  saveAlert: call(z.strictObject({ id: alertId.optional(), content: alertContentSchema }), alertSchema),
  /** What they raised stays in the log. */
  removeAlerts: call(z.strictObject({ ids: z.array(alertId).min(1).max(500) }), nothing),
  /** The log, the latest first. `total` and `unseen` are of all of it. Only the latest thousand are kept. */
  listFirings: call(
    z.strictObject({
      connectionId,
      alertId: alertId.optional(),
      limit: z.int().min(1).max(1000).default(200),
    }),
    z.object({ firings: z.array(firingSchema), total: z.int(), unseen: z.int() }),
  ),
  /** Without `ids`: all of the connection. */
  markFiringsSeen: call(
    z.strictObject({ connectionId, ids: z.array(z.string().max(200)).max(1000).optional() }),
    nothing,
  ),
} as const;

export const alertEvents = {
  /** Alerts or their log have changed: list them again. */
  alertsChanged: z.object({ connectionId: z.string() }),
  /** An alert was raised. `quiet`: it is only noted, the system shows nothing. */
  alertFired: firingSchema,
} as const;
