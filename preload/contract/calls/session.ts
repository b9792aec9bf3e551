import { z } from 'zod';
import { apiKeySchema, baseUrlSchema, connectionSchema, keyStatusSchema } from '../connections.ts';
import { policySchema } from '../policy.ts';
import { settingsChangeSchema, settingsSchema } from '../settings.ts';
import { call, connectionId, nothing } from './call.ts';

/** What the window needs to know of the app as a whole. */
export const sessionSchema = z.object({
  version: z.string(),
  connections: z.array(connectionSchema),
  /** Null until the user has chosen on the first start. */
  activeConnectionId: z.string().nullable(),
  key: keyStatusSchema.nullable(),
  settings: settingsSchema,
  /** Where the app keeps its data on this machine. */
  userDataFolder: z.string(),
  /** What the app had to do about its own data at start, in sentences, for example a damaged cache set aside. */
  notices: z.array(z.string()),
  /** What the administrator of this computer has switched off. */
  policy: policySchema,
  /** Set where the views that were open are left alone and nothing runs by itself: since the user asked for it, or after two crashes in a row. */
  safeMode: z.enum(['asked', 'crashes']).nullable(),
});

export type Session = z.infer<typeof sessionSchema>;

/** Connections, their keys, and the settings. */
export const sessionCalls = {
  /** The state the window starts from. */
  getSession: call(nothing, sessionSchema),
  /** Makes the sample data the active connection and starts its service. */
  exploreSampleData: call(nothing, sessionSchema),
  /** Tests the key, stores it, and makes the connection active. */
  connect: call(z.strictObject({ baseUrl: baseUrlSchema, key: apiKeySchema }), sessionSchema),
  setActiveConnection: call(z.strictObject({ connectionId }), sessionSchema),
  /** Removes the key from the keychain. The cache stays. */
  forgetKey: call(z.strictObject({ connectionId }), sessionSchema),
  setSettings: call(settingsChangeSchema, sessionSchema),
  /** Ends the app and starts it again without safe mode. */
  restartNormally: call(nothing, nothing),
} as const;

export const sessionEvents = {
  sessionChanged: sessionSchema,
} as const;
