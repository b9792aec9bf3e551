import { z } from 'zod';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import type { ResourceName } from '../../../../preload/contract/resources.ts';
import { viewName } from '../../../store/records/resourceViews.ts';
import { limits, stoppedBy, withPostgres } from './connect.ts';
import { notAllowed } from './failures.ts';
import { findTable } from './tables.ts';

const foundSchema = z.tuple([
  z.object({
    version: z.coerce.number().int().min(1).max(99),
    hasSchema: z.boolean(),
    mayWrite: z.boolean(),
  }),
]);

/** Inspects the schema without changes. Returns a sentence; throws if a mirror could not write. */
export async function probePostgres(
  address: MirrorAddress,
  resource: ResourceName,
  password: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { schema } = address;
  const name = viewName(resource);
  return withPostgres(
    { address, password, throwIfStopped: stoppedBy(signal), most: limits.look },
    async (session) => {
      const [{ version, hasSchema, mayWrite }] = await session.read(
        foundSchema,
        `SELECT current_setting('server_version_num')::int / 10000 AS version, to_regnamespace(quote_ident($1)) IS NOT NULL AS "hasSchema",
           CASE WHEN to_regnamespace(quote_ident($1)) IS NULL THEN has_database_privilege(current_database(), 'CREATE')
             ELSE has_schema_privilege(to_regnamespace(quote_ident($1))::oid, 'CREATE') END AS "mayWrite"`,
        [schema],
      );
      if (!mayWrite) throw notAllowed(address);
      const connected = `Connected to PostgreSQL ${version.toString()}.`;
      if (!hasSchema)
        return `${connected} The schema ${schema} does not exist yet: the first copy creates it.`;
      return (await findTable(session, schema, name))
        ? `${connected} The schema ${schema} has a mirror of ${name}: it is brought up to date.`
        : `${connected} The schema ${schema} has no table ${name} yet: the first copy creates it.`;
    },
  );
}
