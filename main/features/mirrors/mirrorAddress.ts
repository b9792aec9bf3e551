import { z } from 'zod';
import type { PostgresAddress } from './postgres/connect.ts';

/** Where a mirror goes, as it is typed: `postgres://user@host:5432/database/schema`. */

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** What PostgreSQL takes for a name without quotes, so that users need none either. */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** The address, or in a sentence what is wrong with it. */
export function readPostgresAddress(text: string): PostgresAddress | { readonly problem: string } {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '')
    return { problem: 'It must be postgres://USER@HOST:PORT/DATABASE/SCHEMA.' };
  if (url.password !== '') {
    return {
      problem:
        'A password does not belong on the command line, where other programs see it. Set PGPASSWORD, or use the password file of PostgreSQL.',
    };
  }
  const [database = '', schema = '', ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  if (url.username === '' || database === '' || rest.length > 0)
    return { problem: 'It must name a user and a database: postgres://USER@HOST:PORT/DATABASE/SCHEMA.' };
  if (!nameSchema.safeParse(schema).success)
    return { problem: 'The schema must be a name of lower-case letters, digits and underscores.' };
  const tls = url.searchParams.get('tls') ?? (loopback.test(url.hostname) ? 'off' : 'verify');
  if (tls !== 'verify' && (tls !== 'off' || !loopback.test(url.hostname)))
    return { problem: 'tls must be verify. It may be off for a server on this computer.' };
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user: decodeURIComponent(url.username),
    schema,
    tls,
  };
}
