import { call, event, connectionId } from './call.ts';
import { type Connection, type KeyStatus, apiKeySchema, baseUrlSchema } from './connections.ts';
import type { Policy } from './policy.ts';
import { proxyLoginSchema } from './proxy.ts';
import { type Settings, settingsChangeSchema } from './settings.ts';

/** What the window needs to know of the app as a whole. */
export interface Session {
  readonly version: string;
  readonly connections: Connection[];
  /** Null until the user has chosen on the first start. */
  readonly activeConnectionId: string | null;
  readonly key: KeyStatus | null;
  readonly settings: Settings;
  /** Where the app stores its data on this computer. */
  readonly userDataFolder: string;
  /** What the app had to do about its own data at start, in sentences, for example a damaged cache set aside. */
  readonly notices: string[];
  /** What the administrator of this computer has switched off. */
  readonly policy: Policy;
  /** Set where the views that were open are left alone and nothing runs by itself: since the user requested it, or after two crashes in a row. */
  readonly safeMode: 'requested' | 'crashes' | null;
}

/** Connections, their keys, and the settings. */
export const sessionCalls = {
  /** The state the window starts from. */
  getSession: call().returns<Session>(),
  /** Makes the sample data the active connection and starts its service. */
  exploreSampleData: call().returns<Session>(),
  /** Tests the key, stores it, and makes the connection active. */
  connect: call({ baseUrl: baseUrlSchema, key: apiKeySchema }).returns<Session>(),
  setActiveConnection: call({ connectionId }).returns<Session>(),
  /** Removes the key from the keychain. The cache stays. */
  forgetKey: call({ connectionId }).returns<Session>(),
  setSettings: call(settingsChangeSchema.shape).returns<Session>(),
  /** Stores in the keychain who uses the proxy of the settings; null for nobody. */
  signInToProxy: call({ login: proxyLoginSchema.nullable() }).returns<undefined>(),
  /** Ends the app and starts it again without safe mode. */
  restartNormally: call().returns<undefined>(),
} as const;

export const sessionEvents = {
  sessionChanged: event<Session>(),
} as const;
