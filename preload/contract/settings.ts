import { z } from 'zod';

/** What the user may set, each with its limits. */
const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  /** How long a fetched page counts as fresh, in minutes. */
  freshMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60),
  workOffline: z.boolean(),
  /** Requests an hour to the transactions endpoint. */
  transactionsPerHour: z.int().min(1).max(1_000_000),
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
  freshMinutes: fields.freshMinutes.catch(30),
  workOffline: fields.workOffline.catch(false),
  transactionsPerHour: fields.transactionsPerHour.catch(120),
  perPage: fields.perPage.catch(100),
  hideEmptyFields: fields.hideEmptyFields.catch(true),
  foldedGroups: fields.foldedGroups.catch([]),
});

/** A change of some settings: nothing is replaced by a default in silence. */
export const settingsChangeSchema = z.strictObject(fields).partial();

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
