import { z } from 'zod';

/** Copies of a resource outside of the app: where they are. */

/** What PostgreSQL takes for a name without quotes, so that users need none either. */
const schemaName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const postgresAddressSchema = z.strictObject({
  kind: z.literal('postgres'),
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  database: z.string().min(1),
  user: z.string().min(1),
  schema: schemaName,
  /** `verify`: encrypted, with a certificate for this host. `off`: for this computer alone. */
  tls: z.enum(['verify', 'off']),
});
export type PostgresAddress = z.infer<typeof postgresAddressSchema>;

/** A folder of Parquet files, as an absolute path. */
const parquetAddressSchema = z.strictObject({ kind: z.literal('parquet'), folder: z.string().min(1) });

/** Parquet files in a bucket that speaks the protocol of S3. */
const s3AddressSchema = z.strictObject({
  kind: z.literal('s3'),
  /** With https; http for this computer alone. */
  endpoint: z.url(),
  region: z.string().min(1),
  bucket: z.string().min(1),
  /** What the names of all objects begin with, without a slash at its ends; empty for none. */
  prefix: z.string(),
});
export type S3Address = z.infer<typeof s3AddressSchema>;

/** Where a mirror is. It never holds a password or a secret key. */
export const mirrorAddressSchema = z.discriminatedUnion('kind', [
  postgresAddressSchema,
  parquetAddressSchema,
  s3AddressSchema,
]);
export type MirrorAddress = z.infer<typeof mirrorAddressSchema>;
