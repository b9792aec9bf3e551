import { z } from 'zod';
import { budgetSchema } from './budget.ts';
import { apiKeySchema, baseUrlSchema, connectionSchema, keyStatusSchema } from './connections.ts';
import type { Result } from './failures.ts';
import { jobSchema } from './jobs.ts';
import { resourceMetadataSchema } from './metadata.ts';
import { provenanceSchema } from './provenance.ts';
import { querySchema } from './query.ts';
import { recordSchema } from './records.ts';
import { resourceNames } from './resources/names.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';

/**
 * Everything that crosses the bridge, stated once. From it come the preload's methods (one for each call), the types of
 * main's handlers, and the check of every argument in main.
 */

const connectionId = z.string().min(1).max(100);
const resource = z.enum(resourceNames);
const recordId = z.union([z.string().min(1).max(400), z.number().int()]);
const fieldNames = z.array(z.string().min(1).max(200)).min(1).max(2000);
/** Names a request so that `cancelRequest` can call it off; made by the window. */
const ticket = z.string().min(1).max(100);

const listSchema = z.object({
  records: z.array(recordSchema),
  pagination: z.object({
    page: z.number().int(),
    perPage: z.number().int(),
    pageCount: z.number().int(),
    resultCount: z.number().int(),
  }),
  /** What the service says it applied, where it says so. */
  applied: z.object({ filter: z.unknown().optional(), sort: z.unknown().optional() }),
  provenance: provenanceSchema,
});

/** What the window needs to know of the app as a whole. */
const sessionSchema = z.object({
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
});

function call<Arguments extends z.ZodType, Value extends z.ZodType>(
  args: Arguments,
  value: Value,
): { args: Arguments; value: Value } {
  return { args, value };
}

const nothing = z.undefined();

/** The calls: window → main, each with one argument object and a `Result`. */
export const calls = {
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

  /**
   * One page. `refresh` asks the service even when the cached page is fresh. `fields` names the fields of the catalogue that
   * the window shows: the others are left out, since whole records weigh up to 300 kB each. Without it records are whole.
   * Fields that the catalogue does not know always come.
   */
  listRecords: call(
    z.strictObject({
      connectionId,
      resource,
      query: querySchema,
      fields: fieldNames.optional(),
      refresh: z.boolean().optional(),
      ticket: ticket.optional(),
    }),
    listSchema,
  ),
  /** One record, from the cache when it is there and fresh. */
  getRecord: call(
    z.strictObject({
      connectionId,
      resource,
      id: recordId,
      refresh: z.boolean().optional(),
      ticket: ticket.optional(),
    }),
    z.object({ record: recordSchema, provenance: provenanceSchema }),
  ),
  describeResource: call(z.strictObject({ connectionId, resource }), resourceMetadataSchema),
  cancelRequest: call(z.strictObject({ ticket }), nothing),
  getBudgets: call(z.strictObject({ connectionId }), z.array(budgetSchema)),

  /** Asks for a file name, then writes every record of the query to it. Null when the user closed the dialog. */
  exportCsv: call(
    z.strictObject({
      connectionId,
      resource,
      query: querySchema,
      columns: fieldNames,
    }),
    jobSchema.nullable(),
  ),
  listJobs: call(nothing, z.array(jobSchema)),
  cancelJob: call(z.strictObject({ jobId: z.string().min(1).max(100) }), nothing),
  showJobFile: call(z.strictObject({ jobId: z.string().min(1).max(100) }), nothing),

  copyText: call(z.strictObject({ text: z.string().max(10_000_000) }), nothing),
  /** Shows where an https link goes, and opens it in the browser if the user agrees. True when it was opened. */
  openLink: call(z.strictObject({ url: z.string().max(4000) }), z.boolean()),
} as const;

/** The events: main → window. */
export const events = {
  sessionChanged: sessionSchema,
  jobChanged: jobSchema,
  budgetChanged: budgetSchema,
  /** A stale page or record was refreshed behind the window: ask again to see it. */
  refreshed: z.object({ connectionId: z.string(), resource: z.enum(resourceNames), key: z.string() }),
} as const;

export type CallName = keyof typeof calls;
export type EventName = keyof typeof events;

export const callNames = Object.keys(calls) as readonly CallName[];
export const eventNames = Object.keys(events) as readonly EventName[];

/** What the window may hand over. */
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['args']>;
/** What main's handler receives: checked, with defaults and transformations applied. */
export type CallArguments<Name extends CallName> = z.output<(typeof calls)[Name]['args']>;
export type CallValue<Name extends CallName> = z.output<(typeof calls)[Name]['value']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;

export type RecordList = z.infer<typeof listSchema>;
export type Session = z.infer<typeof sessionSchema>;

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

/** The name of the channel that carries a call. */
export function callChannel(name: CallName): string {
  return `call:${name}`;
}

/** The name of the channel that carries an event. */
export function eventChannel(name: EventName): string {
  return `event:${name}`;
}
