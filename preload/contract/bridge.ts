import { z } from 'zod';
import { aboutCalls } from './about.ts';
import { aggregateCalls, aggregateEvents } from './aggregates.ts';
import { alertCalls, alertEvents } from './alerts.ts';
import { annotationCalls, annotationEvents } from './annotations.ts';
import { backgroundCalls, backgroundEvents } from './background.ts';
import { budgetCalls, budgetEvents } from './budgets.ts';
import { cacheCalls } from './caches.ts';
import { call, type BridgeEvent, type Call } from './call.ts';
import { computedColumnCalls } from './computedColumns.ts';
import { exportCalls, exportEvents } from './exports.ts';
import type { Result } from './failures.ts';
import { feedCalls, feedEvents } from './feed.ts';
import { historyCalls } from './history.ts';
import { recordCalls, recordEvents } from './records.ts';
import { iconCalls } from './icons.ts';
import { jobCalls, jobEvents } from './jobs.ts';
import { layoutCalls } from './layouts.ts';
import { mirrorCalls, mirrorEvents } from './mirrors.ts';
import { overviewCalls } from './overview.ts';
import { pictureCalls } from './pictures.ts';
import { placeCalls, placeEvents } from './places.ts';
import { relatedCalls } from './related.ts';
import { savedQueryCalls, savedQueryEvents } from './savedQueries.ts';
import { scheduleCalls, scheduleEvents } from './schedules.ts';
import { searchCalls } from './search.ts';
import { sessionCalls, sessionEvents } from './session.ts';
import { sqlCalls, sqlHistoryCalls } from './sql.ts';
import { startMarkCalls } from './startMarks.ts';
import { supportCalls } from './support.ts';
import { syncCalls } from './sync.ts';
import { columnSummaryCalls } from './columnSummary.ts';
import { totalsCalls } from './totals.ts';
import { updateCalls, updateEvents } from './updates.ts';
import { walletCalls } from './wallets.ts';
import { watchCheckCalls, watchlistCalls, watchlistEvents } from './watchlists.ts';
import { longestCopy } from './limits.ts';

const systemCalls = {
  copyText: call({
    text: z.string().max(longestCopy.text),
    html: z.string().max(longestCopy.html).optional(),
  }).returns<undefined>(),
  /** Shows the target of an https link and opens it after consent. Returns whether it was opened. */
  openLink: call({ url: z.string().max(4000) }).returns<boolean>(),
} as const;

/** The preload's methods, the types of main's handlers and all checks of arguments derive from these. */

export const calls = {
  ...sessionCalls,
  ...recordCalls,
  ...totalsCalls,
  ...columnSummaryCalls,
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
  ...computedColumnCalls,
  ...savedQueryCalls,
  ...scheduleCalls,
  ...mirrorCalls,
  ...overviewCalls,
  ...placeCalls,
  ...sqlCalls,
  ...sqlHistoryCalls,
  ...syncCalls,
  ...cacheCalls,
  ...systemCalls,
  ...startMarkCalls,
  ...aboutCalls,
  ...backgroundCalls,
  ...walletCalls,
  ...watchlistCalls,
  ...watchCheckCalls,
  ...feedCalls,
  ...alertCalls,
  ...supportCalls,
  ...updateCalls,
} as const;

export const events = {
  ...sessionEvents,
  ...recordEvents,
  ...aggregateEvents,
  ...annotationEvents,
  ...budgetEvents,
  ...exportEvents,
  ...jobEvents,
  ...mirrorEvents,
  ...savedQueryEvents,
  ...scheduleEvents,
  ...placeEvents,
  ...backgroundEvents,
  ...watchlistEvents,
  ...feedEvents,
  ...alertEvents,
  ...updateEvents,
} as const;

export type CallName = keyof typeof calls;
export type EventName = keyof typeof events;

export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['args']>;
export type CallArguments<Name extends CallName> = z.output<(typeof calls)[Name]['args']>;
export type CallValue<Name extends CallName> =
  (typeof calls)[Name] extends Call<z.ZodType, infer Value> ? Value : never;
export type EventPayload<Name extends EventName> =
  (typeof events)[Name] extends BridgeEvent<infer Payload> ? Payload : never;

export type { RecordList } from './records.ts';
export type { Session } from './session.ts';

type CallMethod<Name extends CallName> =
  undefined extends CallInput<Name>
    ? () => Promise<Result<CallValue<Name>>>
    : (args: CallInput<Name>) => Promise<Result<CallValue<Name>>>;

/** `window.bridge`. The method of an event subscribes and returns the unsubscriber. */
export type Bridge = { readonly [Name in CallName]: CallMethod<Name> } & {
  readonly [Name in EventName as `on${Capitalize<Name>}`]: (
    handler: (payload: EventPayload<Name>) => void,
  ) => () => void;
};
