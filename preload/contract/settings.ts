import { z } from 'zod';
import { proxySchema } from './proxy.ts';
import { resourceNames } from './resources/names.ts';

/** What the user may set, each with its limits. */
/** The requests for transactions that the service documents. */
export const documentedPerHour = 120;

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  /** `system`: high where the system asks for it. */
  contrast: z.enum(['system', 'high']),
  /** The height of bars and controls. */
  density: z.enum(['comfortable', 'compact']),
  /** How thousands and decimals are separated: as the system does, `1,234.56`, `1.234,56` or `1 234,56`. */
  numbers: z.enum(['system', 'comma', 'point', 'space']),
  /** Dollars as `$1.20B` or `USD 1.20B`. */
  currency: z.enum(['symbol', 'code']),
  /** The order of day, month and year: as the system has it, `25 Nov 2026`, `Nov 25, 2026` or `2026-11-25`. */
  dates: z.enum(['system', 'dayFirst', 'monthFirst', 'yearFirst']),
  hours: z.enum(['24', '12']),
  /** The zone of times of day; days of the service stay days in UTC. */
  timeZone: z.enum(['UTC', 'local']),
  /** What a start shows: the views that were open, or one of these. */
  startView: z.enum(['last', 'overview', 'assets', 'tokens', 'transactions', 'watchlists']),
  /** How long a fetched page counts as fresh, in minutes. */
  freshMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60),
  workOffline: z.boolean(),
  /** Through what requests leave: what the system is set to, nothing, or a proxy with an address. */
  proxy: proxySchema.refine(
    ({ mode, address }) => mode !== 'address' || address !== '',
    'Enter the address of the proxy.',
  ),
  /** Requests an hour to the transactions endpoint. */
  transactionsPerHour: z.int().min(1).max(1_000_000),
  /** Requests an hour to the other lists, where the service limits them. */
  requestsPerHour: z.partialRecord(z.enum(resourceNames), z.int().min(1).max(1_000_000)),
  /** Requests of a limited endpoint that syncs and exports leave to the person in front of the window. */
  reservedRequests: z.int().min(0).max(1_000_000),
  /** How many days late a transaction may appear and still be found by watchlists. */
  watchLateDays: z.int().min(0).max(30),
  /** Watchlists are checked every so many minutes. */
  watchMinutes: z.int().min(10).max(1440),
  /** Cached pages and transactions that were not used for so many days are removed. */
  cacheDays: z.int().min(1).max(3650),
  /** Above this size of a cache, in MB, the pages and transactions that were not used for longest are removed. */
  cacheMegabytes: z.int().min(50).max(1_000_000),
  /** When alerts are only noted: from a time of day to another, in minutes after midnight of this computer. */
  quietHours: z.strictObject({
    on: z.boolean(),
    from: z.int().min(0).max(1439),
    to: z.int().min(0).max(1439),
  }),
  /** From where the icons of records are shown: nowhere, the host of the base URL, or any host with https. */
  icons: z.enum(['none', 'service', 'any']),
  /** Watchlists ask for nothing until the user says so. */
  watchPaused: z.boolean(),
  /** Goes on watching with the window closed, behind an icon in the tray. */
  keepRunning: z.boolean(),
  /** The app starts with the user's session, without a window. */
  startAtLogin: z.boolean(),
  pauseOnBattery: z.boolean(),
  /** While the network is metered, as far as the system or the user says so. */
  pauseOnMetered: z.boolean(),
  /** Whether the user marked the current network as metered. */
  networkIsMetered: z.boolean(),
  /** New transactions and alerts are shown by the system too. */
  showNotifications: z.boolean(),
  /** Records on a page. */
  perPage: z.int().min(10).max(1000),
  /** Leaves fields without a value out of records. */
  hideEmptyFields: z.boolean(),
  /** The headings that are folded in records. */
  foldedGroups: z.array(z.string().max(100)).max(100),
};

/** Settings as stored: one that is missing or no longer valid takes its default, so that the app always opens. */
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

/** A change of some settings: nothing is replaced by a default in silence. */
export const settingsChangeSchema = z.strictObject(fields).partial();

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
