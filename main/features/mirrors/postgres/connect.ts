import { readFileSync } from 'node:fs';
import pg from 'pg';
import { minuteMs } from '../../../../preload/contract/days.ts';
import { FailureError, errorText, type Failure } from '../../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';

const connectMs = 15_000;

/**
 * @param password without it PGPASSWORD and the password file of PostgreSQL are read
 * @throws FailureError with a sentence that says what to do next
 */
export async function connect(address: MirrorAddress, password?: string): Promise<pg.Client> {
  const { host, port, database, user, tls } = address;
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    ...(password === undefined ? {} : { password }),
    ssl: tls === 'verify' ? { rejectUnauthorized: true, ...authorities() } : false,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'RWA Explorer',
  });
  // A connection that breaks while nobody waits is reported to the next who uses it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SET TimeZone TO 'UTC'; SET DateStyle TO ISO; SET lock_timeout TO '60s'`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw postgresFailure(error, address);
  }
}

/**
 * The authorities that are trusted: those of the file that PGSSLROOTCERT names, as in PostgreSQL's own programs, else the usual ones. An
 * installed app does not read NODE_EXTRA_CA_CERTS. Rule: Electron, environment variables; libpq, "Environment Variables".
 */
function authorities(): { ca?: string } {
  const file = process.env['PGSSLROOTCERT'] ?? '';
  if (file === '') return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new FailureError({
      code: 'file',
      message: 'The file that PGSSLROOTCERT names cannot be read. Check the path.',
      detail: errorText(error),
    });
  }
}

type Explained = Pick<Failure, 'code' | 'message' | 'retryAt'>;

/**
 * Returns when to try again what another program or an administrator has to end first, in milliseconds since 1970 UTC. A failure with it
 * lets a mirror that runs on try again by itself.
 */
export function retryAt(): number {
  return Date.now() + minuteMs;
}

/** @returns the failure of a user who lacks rights */
export function notAllowed({ user, schema }: MirrorAddress): FailureError {
  return new FailureError({
    code: 'storage',
    message: `${user} may not do this in the schema ${schema}. An administrator runs: CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${user};`,
  });
}

/** Returns the failure of an error that the server or the connection gave. Rule: PostgreSQL 15, Appendix A, error codes. */
export function postgresFailure(error: unknown, address: MirrorAddress): FailureError {
  if (error instanceof FailureError) return error;
  const failure = explained(codeOf(error), errorText(error), address);
  return new FailureError({ ...failure, detail: errorText(error) }, { cause: error });
}

function explained(code: string, text: string, address: MirrorAddress): Explained {
  const { host, port, database, user, schema, tls } = address;
  const server = `${host}:${port.toString()}`;
  const unreachable = (message: string): Explained => ({ code: 'unreachable', message });
  const storage = (message: string): Explained => ({ code: 'storage', message });
  /** What others put right, so that a mirror may try again by itself. */
  const passing = (message: string): Explained => ({ ...storage(message), retryAt: retryAt() });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return unreachable(`There is no host named ${host}. Check the address.`);
  if (code === 'ECONNREFUSED')
    return unreachable(
      `No PostgreSQL server answers at ${server}. Check the address, and that the server runs.`,
    );
  if (code === '28P01' || code === '28000')
    return {
      code: 'key-rejected',
      message: `PostgreSQL does not let ${user} in. Check the user and the password.`,
    };
  if (/password must be a string/.test(text))
    return {
      code: 'no-key',
      message: `PostgreSQL asks for the password of ${user}. Enter it in the mirror’s settings, set PGPASSWORD, or add a line to the password file.`,
    };
  if (code === '3D000')
    return storage(`There is no database named ${database} at ${server}. Create it first.`);
  if (code === '42501') return notAllowed(address).failure;
  if (code === '53100')
    return passing(`The disk of the PostgreSQL server is full. Free some space, then run the mirror again.`);
  if (code === '53300')
    return unreachable(`The PostgreSQL server takes no more connections. Try again later.`);
  if (code === '55P03')
    return passing(
      `Another program has locked the tables in the schema ${schema}. Try again when it has ended.`,
    );
  if (['42P01', '42703', '42P07', '42809'].includes(code))
    return passing(
      `Another program has changed the tables in the schema ${schema}. Run the mirror again: it adds what is missing.`,
    );
  if (
    tls === 'verify' &&
    (/does not support SSL/.test(text) || /^(ERR_TLS|DEPTH_|SELF_SIGNED|UNABLE_TO|CERT_)/.test(code))
  )
    return unreachable(
      `The connection to ${server} cannot be encrypted and verified. The server needs a certificate for ${host} of an authority that this app knows; PGSSLROOTCERT names the file of your own.`,
    );
  if (
    /^(57P|08)/.test(code) ||
    /ECONNRESET|EPIPE|ETIMEDOUT|terminated|timeout|closed|connection error/i.test(`${code} ${text}`)
  )
    return unreachable(
      `The connection to PostgreSQL at ${server} was lost. Run the mirror again: it resumes where it stopped.`,
    );
  return storage('PostgreSQL refused the records. The details have its own words.');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
