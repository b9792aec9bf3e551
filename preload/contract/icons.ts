import { call, connectionId, recordId, resource } from './call.ts';

export const iconCalls = {
  /** Returns a path of the app's own protocol, or null. Main fetches icons; the window contacts no host. */
  getIcon: call({ connectionId, resource, id: recordId }).returns<string | null>(),
} as const;
