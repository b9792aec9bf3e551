import {
  isThisComputer,
  mirrorAddressSchema,
  type MirrorAddress,
} from '../../../preload/contract/mirrors.ts';

/** Parses `postgres://user@host:5432/database/schema`, or returns a sentence. */
export function readMirrorAddress(text: string): MirrorAddress | { readonly problem: string } {
  const url = URL.parse(text);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '')
    return { problem: 'It must be postgres://USER@HOST:PORT/DATABASE/SCHEMA.' };
  if (url.password !== '') {
    return {
      problem:
        'A password does not belong on the command line, where other programs see it. Set PGPASSWORD, or use the password file of PostgreSQL.',
    };
  }
  const [user = null, database = '', schema = '', ...rest] = [
    url.username,
    ...url.pathname.slice(1).split('/'),
  ].map(decoded);
  if ([user, database, schema, ...rest].includes(null))
    return { problem: 'A % must be followed by two digits of UTF-8, as in %40 for @ and %25 for %.' };
  if (user === '' || database === '' || rest.length > 0)
    return { problem: 'It must name a user and a database: postgres://USER@HOST:PORT/DATABASE/SCHEMA.' };
  if (schema === '')
    return { problem: 'It names no schema. Add one to its end: postgres://USER@HOST:PORT/DATABASE/SCHEMA.' };
  const tls = url.searchParams.get('tls') ?? (isThisComputer(url.hostname) ? 'off' : 'verify');
  if (tls !== 'verify' && (tls !== 'off' || !isThisComputer(url.hostname)))
    return { problem: 'tls must be verify. It may be off for a server on this computer.' };
  const { data: address } = mirrorAddressSchema.safeParse({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user,
    schema,
    tls,
  });
  return address ?? { problem: 'The schema must be a name of lower-case letters, digits and underscores.' };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
