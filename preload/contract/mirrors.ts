import { z } from 'zod';
import { call, connectionId, documentName, event, resource, ticket } from './call.ts';
import type { Job } from './jobs.ts';
import { filterSchema, resolvedQuerySchema, shallow } from './querySchema.ts';
import type { ResourceName } from './resources.ts';

/** PostgreSQL names that need no quotes. */
const schemaName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

export function isThisComputer(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

/** Never contains a password. */
export const mirrorAddressSchema = z
  .strictObject({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535),
    database: z.string().min(1).max(200),
    user: z.string().min(1).max(200),
    schema: schemaName,
    /** `verify`: encrypted, with a valid certificate. `off`: for this computer only. */
    tls: z.enum(['verify', 'off']),
  })
  .refine(({ host, tls }) => tls === 'verify' || isThisComputer(host), {
    message: 'A connection to another computer must be encrypted.',
  });
export type MirrorAddress = z.infer<typeof mirrorAddressSchema>;

/** Dated records never end; after a full copy only the latest days are read again. */
export function isDated(resource: ResourceName): boolean {
  return resource === 'transactions';
}

export const mirrorContentSchema = z.strictObject({
  name: documentName,
  connectionId,
  resource,
  /** Absent: all records. Relative dates are resolved on creation. */
  filter: shallow(0).pipe(filterSchema).optional(),
  address: mirrorAddressSchema,
  /** For transactions: days before the last run that each run compares. */
  days: z.int().min(1).max(3650),
  /** Null: only on demand or by a schedule. */
  everyMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .nullable(),
});
export type MirrorContent = z.infer<typeof mirrorContentSchema>;
export type CopiedTo = Pick<MirrorContent, 'connectionId' | 'resource' | 'filter' | 'address'>;

/** Totals since creation. Times in milliseconds since 1970 UTC. */
const mirrorFiguresSchema = z.strictObject({
  records: z.number(),
  inserted: z.number(),
  changed: z.number(),
  gone: z.number(),
  /** When the target was last up to date; null before the first full copy. */
  updatedAt: z.number().nullable(),
});
export type MirrorFigures = z.infer<typeof mirrorFiguresSchema>;

export const mirrorId = z.string().min(1).max(100);

export const mirrorSchema = mirrorContentSchema.extend({
  id: mirrorId,
  createdAt: z.number(),
  changedAt: z.number(),
  /** `paused`: until resumed. `off`: until started. */
  state: z.enum(['on', 'paused', 'off']),
  figures: mirrorFiguresSchema,
});
export type Mirror = z.infer<typeof mirrorSchema>;

export type SecretPlace = 'keychain' | 'session' | 'none';

export interface ShownMirror {
  readonly mirror: Mirror;
  readonly jobId: string | null;
}

export interface MirrorPlan {
  readonly records: number;
  readonly perPage: number;
  readonly requests: number;
  /** Time of the first copy within the request limit, in milliseconds. */
  readonly durationMs: number;
  readonly limit: { readonly left: number; readonly perHour: number; readonly reserve: number } | null;
}

/** Stored in the keychain only. */
const secret = z.string().max(1000);

/** Mirrors are paused, resumed and canceled as jobs. */
export const mirrorCalls = {
  listMirrors: call().returns<{ readonly mirrors: ShownMirror[]; readonly notices: string[] }>(),
  /** Sends one request. */
  planMirror: call({
    connectionId,
    resource,
    query: resolvedQuerySchema,
    ticket: ticket.optional(),
  }).returns<MirrorPlan>(),
  readMirrorAddress: call({ text: z.string().max(2000) }).returns<MirrorAddress>(),
  findMirrorSecret: call({ address: mirrorAddressSchema }).returns<SecretPlace>(),
  /** Changes nothing; describes the target in a sentence. Default: the stored password. */
  testMirrorTarget: call({
    ...mirrorContentSchema.pick({ connectionId: true, resource: true, filter: true, address: true }).shape,
    secret: secret.optional(),
    ticket: ticket.optional(),
  }).returns<{ readonly found: string }>(),
  saveMirror: call({
    id: mirrorId.optional(),
    content: mirrorContentSchema,
    secret: secret.optional(),
  }).returns<{ readonly mirror: Mirror; readonly secret: SecretPlace }>(),
  /** Starts or resumes a mirror; a waiting one checks immediately. */
  startMirror: call({ id: mirrorId }).returns<Job>(),
  /** The target stays as it is. */
  removeMirror: call({ id: mirrorId }).returns<undefined>(),
} as const;

export const mirrorEvents = {
  mirrorChanged: event<{ readonly id: string; readonly shown: ShownMirror | null }>(),
} as const;
