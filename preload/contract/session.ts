import { call, event, connectionId } from './call.ts';
import { type Connection, type KeyStatus, apiKeySchema, baseUrlSchema } from './connections.ts';
import type { Policy } from './policy.ts';
import { proxyLoginSchema } from './proxy.ts';
import { type Settings, settingsChangeSchema } from './settings.ts';

export interface Session {
  readonly version: string;
  readonly connections: Connection[];
  readonly activeConnectionId: string | null;
  readonly key: KeyStatus | null;
  readonly settings: Settings;
  readonly userDataFolder: string;
  /** Repairs at the start, in sentences, such as a damaged cache. */
  readonly notices: string[];
  readonly policy: Policy;
  /** Safe mode restores no views and runs nothing automatically. */
  readonly safeMode: 'requested' | 'crashes' | null;
}

export const sessionCalls = {
  getSession: call().returns<Session>(),
  exploreSampleData: call().returns<Session>(),
  connect: call({ baseUrl: baseUrlSchema, key: apiKeySchema }).returns<Session>(),
  setActiveConnection: call({ connectionId }).returns<Session>(),
  /** Deletes the key; keeps the cache. */
  forgetKey: call({ connectionId }).returns<Session>(),
  setSettings: call(settingsChangeSchema.shape).returns<Session>(),
  /** Null signs out. */
  signInToProxy: call({ login: proxyLoginSchema.nullable() }).returns<undefined>(),
  restartNormally: call().returns<undefined>(),
} as const;

export const sessionEvents = {
  sessionChanged: event<Session>(),
} as const;
