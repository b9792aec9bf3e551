import { z } from 'zod';
import { proxySchema } from './proxy.ts';
import { resourceNames } from './resources/names.ts';

/** The service's documented limit. */
export const documentedPerHour = 120;

/** Invalid or missing settings take their defaults. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  /** `system`: high if the system requests it. */
  contrast: z.enum(['system', 'high']).catch('system'),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  /** `1,234.56`, `1.234,56` or `1 234,56`. */
  numbers: z.enum(['system', 'comma', 'point', 'space']).catch('system'),
  currency: z.enum(['symbol', 'code']).catch('symbol'),
  dates: z.enum(['system', 'dayFirst', 'monthFirst', 'yearFirst']).catch('system'),
  hours: z.enum(['24', '12']).catch('24'),
  /** Applies to times; days of the service stay in UTC. */
  timeZone: z.enum(['UTC', 'local']).catch('UTC'),
  startView: z.enum(['last', 'overview', 'assets', 'tokens', 'transactions', 'watchlists']).catch('last'),
  /** Minutes until a page is stale. */
  freshMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .catch(30),
  workOffline: z.boolean().catch(false),
  proxy: proxySchema
    .refine(({ mode, address }) => mode !== 'address' || address !== '', 'Enter the address of the proxy.')
    .catch({ mode: 'system', address: '', bypass: '' }),
  transactionsPerHour: z.int().min(1).max(1_000_000).catch(documentedPerHour),
  /** For other lists, if the service limits them. */
  requestsPerHour: z.partialRecord(z.enum(resourceNames), z.int().min(1).max(1_000_000)).catch({}),
  /** Requests of each limit that syncs and exports leave to the user. */
  reservedRequests: z.int().min(0).max(1_000_000).catch(20),
  /** Days that a transaction may be late and still be found. */
  watchLateDays: z.int().min(0).max(30).catch(2),
  watchMinutes: z.int().min(10).max(1440).catch(60),
  /** Days that cached data stay without use. */
  cacheDays: z.int().min(1).max(3650).catch(180),
  /** Above this size, the least recently used go first. */
  cacheMegabytes: z.int().min(50).max(1_000_000).catch(4096),
  /** No notifications from `from` to `to`, in minutes after midnight, local time. May span midnight. */
  quietHours: z
    .strictObject({
      on: z.boolean(),
      from: z.int().min(0).max(1439),
      to: z.int().min(0).max(1439),
    })
    .catch({ on: false, from: 22 * 60, to: 7 * 60 }),
  /** Allowed hosts of icons: none, the base URL's, or any with https. */
  icons: z.enum(['none', 'service', 'any']).catch('service'),
  watchPaused: z.boolean().catch(false),
  /** Keeps checking in the tray without a window. */
  keepRunning: z.boolean().catch(false),
  startAtLogin: z.boolean().catch(false),
  pauseOnBattery: z.boolean().catch(false),
  /** If the system or the user says so. */
  pauseOnMetered: z.boolean().catch(true),
  networkIsMetered: z.boolean().catch(false),
  showNotifications: z.boolean().catch(true),
  perPage: z.int().min(10).max(1000).catch(100),
  hideEmptyFields: z.boolean().catch(true),
  foldedGroups: z.array(z.string().max(100)).max(100).catch([]),
});

type Shape = typeof settingsSchema.shape;
type NumberName = {
  [Name in keyof Shape]: ReturnType<Shape[Name]['unwrap']> extends z.ZodInt ? Name : never;
}[keyof Shape];

/** Invalid changes are rejected. */
export const settingsChangeSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(settingsSchema.shape).map(([name, stored]) => [name, stored.unwrap()]),
    ) as { [Name in keyof Shape]: ReturnType<Shape[Name]['unwrap']> },
  )
  .partial();

/** The limits of a setting that is a number. */
export function limitsOf(name: NumberName): { readonly min: number; readonly max: number } {
  const { minValue, maxValue } = settingsSchema.shape[name].unwrap();
  return { min: minValue ?? -Infinity, max: maxValue ?? Infinity };
}

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
