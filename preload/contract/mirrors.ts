import { z } from 'zod';
import { call, connectionId, event, resource, ticket } from './call.ts';
import type { Job } from './jobs.ts';
import { filterSchema, resolvedQuerySchema, shallow } from './querySchema.ts';
import type { ResourceName } from './resources.ts';

/** Copies of a resource outside of the app: where they are, which there are, and what they have done. */

/** What PostgreSQL takes for a name without quotes, so that users need none either. */
const schemaName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** True for a host name that means this computer. */
export function isThisComputer(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

/** Where a mirror is: a schema of PostgreSQL. It never holds a password. */
export const mirrorAddressSchema = z
  .strictObject({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535),
    database: z.string().min(1).max(200),
    user: z.string().min(1).max(200),
    schema: schemaName,
    /** `verify`: encrypted, with a certificate for this host. `off`: for this computer alone. */
    tls: z.enum(['verify', 'off']),
  })
  .refine(({ host, tls }) => tls === 'verify' || isThisComputer(host), {
    message: 'A connection to another computer must be encrypted.',
  });
export type MirrorAddress = z.infer<typeof mirrorAddressSchema>;

/** True for a resource whose records have a date and never end: once all are copied, only the latest days are read again. */
export function isDated(resource: ResourceName): boolean {
  return resource === 'transactions';
}

const title = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must not be longer than 200 characters');

/** What makes a mirror, without when and under which id it is stored. */
export const mirrorContentSchema = z.strictObject({
  name: title,
  connectionId,
  resource,
  /** Only records that match; all where it is left out. Relative dates are resolved when the mirror is made. */
  filter: shallow(0).pipe(filterSchema).optional(),
  address: mirrorAddressSchema,
  /** Of transactions, so many days before the last run are compared at each run. */
  days: z.int().min(1).max(3650),
  /** How often it looks for new records; null: only when the user or a schedule starts it. */
  everyMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .nullable(),
});
export type MirrorContent = z.infer<typeof mirrorContentSchema>;
/** What is copied, and where to. */
export type CopiedTo = Pick<MirrorContent, 'connectionId' | 'resource' | 'filter' | 'address'>;

/** What a mirror has done since it was made, and where it stands. Times in milliseconds since 1970 UTC. */
const mirrorFiguresSchema = z.strictObject({
  /** Records that the last run compared. */
  records: z.number(),
  /** What all runs have done in the target. */
  inserted: z.number(),
  changed: z.number(),
  gone: z.number(),
  /** When the target was last up to date; null before the first copy is whole. */
  updatedAt: z.number().nullable(),
});
export type MirrorFigures = z.infer<typeof mirrorFiguresSchema>;

export const mirrorId = z.string().min(1).max(100);

export const mirrorSchema = mirrorContentSchema.extend({
  id: mirrorId,
  createdAt: z.number(),
  changedAt: z.number(),
  /** `on`: it runs while the app does. `paused`: until it is resumed. `off`: until it is started. */
  state: z.enum(['on', 'paused', 'off']),
  figures: mirrorFiguresSchema,
});
export type Mirror = z.infer<typeof mirrorSchema>;

/** Where the password of a mirror is; `none` where no one has entered any. */
export type SecretPlace = 'keychain' | 'session' | 'none';

/** A mirror as the window shows it. */
export interface ShownMirror {
  readonly mirror: Mirror;
  /** The last job of this session; null where there was none. */
  readonly jobId: string | null;
}

/** What a mirror would take, stated before it begins. */
export interface MirrorPlan {
  /** Records, as the service counts them now. */
  readonly records: number;
  readonly perPage: number;
  /** Requests of the first copy. */
  readonly requests: number;
  /** How long the first copy takes within the request limit, in milliseconds. */
  readonly durationMs: number;
  /** The request limit, where there is one. */
  readonly limit: { readonly left: number; readonly perHour: number; readonly reserve: number } | null;
}

/** A password. It is stored in the keychain, and nowhere else. */
const secret = z.string().max(1000);

/** Mirrors: which there are, and what they do. They are paused, resumed and cancelled as jobs. */
export const mirrorCalls = {
  listMirrors: call().returns<{ readonly mirrors: ShownMirror[]; readonly notices: string[] }>(),
  /** Asks the service how many records there are, which takes one request. */
  planMirror: call({
    connectionId,
    resource,
    query: resolvedQuerySchema,
    ticket: ticket.optional(),
  }).returns<MirrorPlan>(),
  /** Reads an address as it is typed or pasted, without a password. Fails with a sentence that says what is wrong. */
  readMirrorAddress: call({ text: z.string().max(2000) }).returns<MirrorAddress>(),
  /** Where the password of an address is. */
  findMirrorSecret: call({ address: mirrorAddressSchema }).returns<SecretPlace>(),
  /** Opens a target and changes nothing there. Returns in a sentence what was found. Without a password, the stored one is used. */
  testMirrorTarget: call({
    ...mirrorContentSchema.pick({ connectionId: true, resource: true, filter: true, address: true }).shape,
    secret: secret.optional(),
    ticket: ticket.optional(),
  }).returns<{ readonly found: string }>(),
  /** Keeps a mirror: a new one without `id`, else in place of the one with this id. A password takes the place of the stored one. */
  saveMirror: call({
    id: mirrorId.optional(),
    content: mirrorContentSchema,
    secret: secret.optional(),
  }).returns<{ readonly mirror: Mirror; readonly secret: SecretPlace }>(),
  /** Starts or resumes a mirror; one that waits for its next check begins it now. Returns its job. */
  startMirror: call({ id: mirrorId }).returns<Job>(),
  /** Ends a mirror and forgets it. The target stays as it is. */
  removeMirror: call({ id: mirrorId }).returns<undefined>(),
} as const;

export const mirrorEvents = {
  /** A mirror was made, changed, or has done something; null with its id where it was removed. */
  mirrorChanged: event<{ readonly id: string; readonly shown: ShownMirror | null }>(),
} as const;
