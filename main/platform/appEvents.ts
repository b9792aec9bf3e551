import type { EventEmitter } from 'node:events';
import type { EventName, EventPayload } from '../../preload/contract/bridge.ts';
import type { Schedule, ScheduleRun } from '../../preload/contract/schedules.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

/** Events of the services, with their listeners' arguments: the bridge's events, and those of main. */
export type AppEventMap = { [Name in EventName]: [payload: EventPayload<Name>] } & {
  /** A request was counted, or other work waits for one. */
  requestsChanged: [connectionId: string];
  /** Records of a resource were fetched and stored. */
  recordsFetched: [connectionId: string, resource: ResourceName];
  /** Watchlists or alerts were made, changed, switched or removed, and not only their counts. */
  watchRulesChanged: [connectionId: string];
  /** The service returned unreadable metadata: a sentence for the log, without the service's words. */
  metadataUnreadable: [sentence: string];
  /** A run of a schedule has ended, or failed for now. */
  scheduleRunEnded: [schedule: Schedule, run: ScheduleRun];
  /** A window has called, as it does when somebody types, scrolls or looks at something else. */
  windowCalled: [];
  /** Work that nobody waits for has failed. */
  backgroundError: [where: string, error: unknown];
};

/** Listeners run at once, in the order in which they were added. `emit` returns false if nobody listens. */
export type AppEvents = EventEmitter<AppEventMap>;
