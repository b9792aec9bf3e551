import { resolve } from 'node:path';
import {
  isThisComputer,
  mirrorAddressSchema,
  type MirrorAddress,
} from '../../../preload/contract/mirrors.ts';

/**
 * Where a mirror goes, as it is typed: `postgres://user@host:5432/database/schema`, `parquet:FOLDER`, or
 * `s3://BUCKET/PREFIX?endpoint=https://…&region=…`.
 */

type ReadAddress = MirrorAddress | { readonly problem: string };

/** Returns the address, or in a sentence what is wrong with it. */
export function readMirrorAddress(text: string): ReadAddress {
  const [, scheme = '', rest = ''] = /^([a-z0-9]+):(.*)$/su.exec(text) ?? [];
  switch (scheme) {
    case 'postgres':
    case 'postgresql':
      return readPostgresAddress(text);
    case 'parquet':
      if (rest === '') return { problem: 'It must name a folder: parquet:FOLDER.' };
      return { kind: 'parquet', folder: resolve(rest) };
    case 's3':
      return readS3Address(text);
    default:
      return {
        problem:
          'It must be postgres://USER@HOST:PORT/DATABASE/SCHEMA, parquet:FOLDER, or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.',
      };
  }
}

function readPostgresAddress(text: string): ReadAddress {
  const url = URL.parse(text);
  if (url === null || url.hostname === '')
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
  const tls = url.searchParams.get('tls') ?? (isThisComputer(url.hostname) ? 'off' : 'verify');
  if (tls !== 'verify' && (tls !== 'off' || !isThisComputer(url.hostname)))
    return { problem: 'tls must be verify. It may be off for a server on this computer.' };
  const { data: address } = mirrorAddressSchema.safeParse({
    kind: 'postgres',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user: decodeURIComponent(url.username),
    schema,
    tls,
  });
  return address ?? { problem: 'The schema must be a name of lower-case letters, digits and underscores.' };
}

function readS3Address(text: string): ReadAddress {
  const url = URL.parse(text);
  if (url === null || url.hostname === '')
    return { problem: 'It must name a bucket: s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.' };
  if (url.username !== '' || url.password !== '') {
    return {
      problem:
        'A key does not belong on the command line, where other programs see it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    };
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = URL.parse(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  if (
    endpoint === null ||
    !(endpoint.protocol === 'https:' || (endpoint.protocol === 'http:' && isThisComputer(endpoint.hostname)))
  )
    return {
      problem: 'The endpoint must begin with https://. It may be http:// for a server on this computer.',
    };
  if (endpoint.username !== '' || endpoint.search !== '')
    return { problem: 'The endpoint must be an address without a user and without parameters.' };
  const { data: address } = mirrorAddressSchema.safeParse({
    kind: 's3',
    endpoint: endpoint.href.replace(/\/$/, ''),
    region,
    bucket: url.hostname,
    prefix: decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, ''),
  });
  return address ?? { problem: 'It must be s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.' };
}
