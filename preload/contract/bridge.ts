import type { z } from 'zod';
import { alertCalls, alertEvents } from './calls/alerts.ts';
import { annotationCalls, annotationEvents } from './calls/annotations.ts';
import { aggregateCalls, aggregateEvents } from './calls/aggregates.ts';
import { aboutCalls } from './calls/about.ts';
import { backgroundCalls, backgroundEvents } from './calls/background.ts';
import { budgetCalls, budgetEvents } from './calls/budgets.ts';
import { cacheCalls } from './calls/caches.ts';
import { encryptionCalls } from './calls/encryption.ts';
import { exportCalls, exportEvents } from './calls/exports.ts';
import { feedCalls, feedEvents } from './calls/feed.ts';
import { historyCalls } from './calls/history.ts';
import { iconCalls } from './calls/icons.ts';
import { jobCalls, jobEvents } from './calls/jobs.ts';
import { layoutCalls } from './calls/layouts.ts';
import { overviewCalls } from './calls/overview.ts';
import { pictureCalls } from './calls/pictures.ts';
import { placeCalls, placeEvents } from './calls/places.ts';
import { recordCalls, recordEvents } from './calls/records.ts';
import { savedQueryCalls, savedQueryEvents } from './calls/savedQueries.ts';
import { relatedCalls } from './calls/related.ts';
import { searchCalls } from './calls/search.ts';
import { sessionCalls, sessionEvents } from './calls/session.ts';
import { startMarkCalls } from './calls/startMarks.ts';
import { supportCalls } from './calls/support.ts';
import { syncCalls } from './calls/sync.ts';
import { systemCalls } from './calls/system.ts';
import { watchlistCalls, watchlistEvents } from './calls/watchlists.ts';
import { updateCalls, updateEvents } from './calls/updates.ts';
import { watchPlanCalls, watchPlanEvents } from './calls/watchPlan.ts';
import type { Result } from './failures.ts';

/**
 * Everything that crosses the bridge, stated once, a file for each subject. From it come the preload's methods (one for each
 * call), the types of main's handlers, and the check of every argument in main.
 */

/** The calls: window → main, each with one argument object and a `Result`. */
export const calls = {
  ...sessionCalls,
  ...recordCalls,
  ...aggregateCalls,
  ...relatedCalls,
  ...searchCalls,
  ...historyCalls,
  ...budgetCalls,
  ...exportCalls,
  ...pictureCalls,
  ...iconCalls,
  ...annotationCalls,
  ...jobCalls,
  ...layoutCalls,
  ...savedQueryCalls,
  ...overviewCalls,
  ...placeCalls,
  ...syncCalls,
  ...cacheCalls,
  ...encryptionCalls,
  ...systemCalls,
  ...startMarkCalls,
  ...aboutCalls,
  ...backgroundCalls,
  ...watchPlanCalls,
  ...watchlistCalls,
  ...feedCalls,
  ...alertCalls,
  ...supportCalls,
  ...updateCalls,
} as const;

/** The events: main → window. */
export const events = {
  ...sessionEvents,
  ...recordEvents,
  ...aggregateEvents,
  ...annotationEvents,
  ...budgetEvents,
  ...exportEvents,
  ...jobEvents,
  ...savedQueryEvents,
  ...placeEvents,
  ...backgroundEvents,
  ...watchPlanEvents,
  ...watchlistEvents,
  ...feedEvents,
  ...alertEvents,
  ...updateEvents,
} as const;

export type CallName = keyof typeof calls;
export type EventName = keyof typeof events;

/** What the window may hand over. */
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['args']>;
/** What main's handler receives: checked, with defaults and transformations applied. */
export type CallArguments<Name extends CallName> = z.output<(typeof calls)[Name]['args']>;
export type CallValue<Name extends CallName> = z.output<(typeof calls)[Name]['value']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;
/** Sends an event to the window: its name and its payload. */
export type SendEvent = (
  ...event: { [Name in EventName]: [name: Name, payload: EventPayload<Name>] }[EventName]
) => void;

export type { RecordList } from './calls/records.ts';
export type { Session } from './calls/session.ts';

type CallMethod<Name extends CallName> =
  undefined extends CallInput<Name>
    ? () => Promise<Result<CallValue<Name>>>
    : (args: CallInput<Name>) => Promise<Result<CallValue<Name>>>;

/** `window.bridge`: a method for each call, and for each event a method that subscribes and returns how to unsubscribe. */
export type Bridge = { readonly [Name in CallName]: CallMethod<Name> } & {
  readonly [Name in EventName as `on${Capitalize<Name>}`]: (
    handler: (payload: EventPayload<Name>) => void,
  ) => () => void;
};
