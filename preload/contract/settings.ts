import { z } from 'zod';
import { proxySchema } from './proxy.ts';
import { resourceNames } from './resources/names.ts';

/** The service's documented limit. */
export const documentedPerHour = 120;

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  /** `system`: high if the system requests it. */
  contrast: z.enum(['system', 'high']),
  density: z.enum(['comfortable', 'compact']),
  /** `1,234.56`, `1.234,56` or `1 234,56`. */
  numbers: z.enum(['system', 'comma', 'point', 'space']),
  /** `$1.20B` or `USD 1.20B`. */
  currency: z.enum(['symbol', 'code']),
  /** `25 Nov 2026`, `Nov 25, 2026` or `2026-11-25`. */
  dates: z.enum(['system', 'dayFirst', 'monthFirst', 'yearFirst']),
  hours: z.enum(['24', '12']),
  /** Applies to times; days of the service stay in UTC. */
  timeZone: z.enum(['UTC', 'local']),
  startView: z.enum(['last', 'overview', 'assets', 'tokens', 'transactions', 'watchlists']),
  /** How long a page is fresh. */
  freshMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60),
  workOffline: z.boolean(),
  proxy: proxySchema.refine(
    ({ mode, address }) => mode !== 'address' || address !== '',
    'Enter the address of the proxy.',
  ),
  transactionsPerHour: z.int().min(1).max(1_000_000),
  /** For other lists, if the service limits them. */
  requestsPerHour: z.partialRecord(z.enum(resourceNames), z.int().min(1).max(1_000_000)),
  /** Requests of each limit that syncs and exports leave to the user. */
  reservedRequests: z.int().min(0).max(1_000_000),
  /** How many days late a transaction is still found. */
  watchLateDays: z.int().min(0).max(30),
  /** Interval of checks. */
  watchMinutes: z.int().min(10).max(1440),
  /** Removes cached pages and transactions after this many days without use. */
  cacheDays: z.int().min(1).max(3650),
  /** Removes the least recently used pages and transactions above this size. */
  cacheMegabytes: z.int().min(50).max(1_000_000),
  /** Minutes after midnight, local time. */
  quietHours: z.strictObject({
    on: z.boolean(),
    from: z.int().min(0).max(1439),
    to: z.int().min(0).max(1439),
  }),
  /** Allowed hosts of icons: none, the base URL's, or any with https. */
  icons: z.enum(['none', 'service', 'any']),
  watchPaused: z.boolean(),
  /** Keeps checking in the tray without a window. */
  keepRunning: z.boolean(),
  startAtLogin: z.boolean(),
  pauseOnBattery: z.boolean(),
  /** If the system or the user says so. */
  pauseOnMetered: z.boolean(),
  networkIsMetered: z.boolean(),
  showNotifications: z.boolean(),
  /** Records on a page. */
  perPage: z.int().min(10).max(1000),
  hideEmptyFields: z.boolean(),
  foldedGroups: z.array(z.string().max(100)).max(100),
};

/** As stored. Invalid or missing settings take their defaults. */
export const settingsSchema = z.object({
  theme: fields.theme.catch('system'),
  contrast: fields.contrast.catch('system'),
  density: fields.density.catch('comfortable'),
  numbers: fields.numbers.catch('system'),
  currency: fields.currency.catch('symbol'),
  dates: fields.dates.catch('system'),
  hours: fields.hours.catch('24'),
  timeZone: fields.timeZone.catch('UTC'),
  startView: fields.startView.catch('last'),
  freshMinutes: fields.freshMinutes.catch(30),
  workOffline: fields.workOffline.catch(false),
  proxy: fields.proxy.catch({ mode: 'system', address: '', bypass: '' }),
  transactionsPerHour: fields.transactionsPerHour.catch(documentedPerHour),
  requestsPerHour: fields.requestsPerHour.catch({}),
  reservedRequests: fields.reservedRequests.catch(20),
  watchLateDays: fields.watchLateDays.catch(2),
  watchMinutes: fields.watchMinutes.catch(60),
  cacheDays: fields.cacheDays.catch(180),
  cacheMegabytes: fields.cacheMegabytes.catch(4096),
  quietHours: fields.quietHours.catch({ on: false, from: 22 * 60, to: 7 * 60 }),
  icons: fields.icons.catch('service'),
  watchPaused: fields.watchPaused.catch(false),
  keepRunning: fields.keepRunning.catch(false),
  startAtLogin: fields.startAtLogin.catch(false),
  pauseOnBattery: fields.pauseOnBattery.catch(false),
  pauseOnMetered: fields.pauseOnMetered.catch(true),
  networkIsMetered: fields.networkIsMetered.catch(false),
  showNotifications: fields.showNotifications.catch(true),
  perPage: fields.perPage.catch(100),
  hideEmptyFields: fields.hideEmptyFields.catch(true),
  foldedGroups: fields.foldedGroups.catch([]),
});

/** Invalid changes are rejected. */
export const settingsChangeSchema = z.strictObject(fields).partial();

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
