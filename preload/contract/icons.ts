import { call, connectionId, recordId, resource } from './call.ts';

/** The icon that a record names. Main fetches it, where the settings allow that; the window never asks another host. */
export const iconCalls = {
  /** The path of the picture in the app's own protocol; null where there is none that may be shown. */
  getIcon: call({ connectionId, resource, id: recordId }).returns<string | null>(),
};
