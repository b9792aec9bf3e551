import type { EventEmitter } from 'node:events';
import type { EventName, EventPayload } from '../../preload/contract/bridge.ts';
import type { Schedule, ScheduleRun } from '../../preload/contract/schedules.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

type AppEventMap = { [Name in EventName]: [payload: EventPayload<Name>] } & {
  requestsChanged: [connectionId: string];
  recordsFetched: [connectionId: string, resource: ResourceName];
  watchRulesChanged: [connectionId: string];
  /** Metadata of the service are unreadable: a sentence for the log, without the service's text. */
  metadataUnreadable: [sentence: string];
  scheduleRunEnded: [schedule: Schedule, run: ScheduleRun];
  /** A window has made a call, as it does on typing, scrolling and changes of view. */
  windowCalled: [];
  backgroundError: [where: string, error: unknown];
};

/** Listeners run synchronously, in the order added. `emit` returns false if nobody listens. */
export type AppEvents = EventEmitter<AppEventMap>;
