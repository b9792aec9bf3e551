import { call, connectionId, recordId, resource } from './call.ts';

/** Main fetches icons if the settings allow it; the window never contacts another host. */
export const iconCalls = {
  /** A path of the app's own protocol; null if there is no permitted icon. */
  getIcon: call({ connectionId, resource, id: recordId }).returns<string | null>(),
};
