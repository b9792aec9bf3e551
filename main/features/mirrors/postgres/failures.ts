import pg from 'pg';
import { minuteMs } from '../../../../preload/contract/days.ts';
import { FailureError, errorCode, errorText, type Failure } from '../../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import { withoutInvisible } from '../../../../preload/contract/invisible.ts';
import { holdsSecret } from '../../../data-service/secrets.ts';

/** Characters shown of a server's message. */
const mostShown = 2000;
/** Characters searched for passwords: one that starts within the shown text ends here, in any encoding. */
const mostSearched = 20_000;

type Explained = Pick<Failure, 'code' | 'message' | 'retryAt'>;

/**
 * Returns when to retry, in milliseconds since 1970 UTC, after a cause that another program or an
 * administrator must end. A failure with it lets a running mirror retry by itself.
 */
export function retryAt(): number {
  return Date.now() + minuteMs;
}

export function notAllowed({ user, schema }: MirrorAddress): FailureError {
  return new FailureError({
    code: 'storage',
    message: `${user} may not do this in the schema ${schema}. An administrator runs: CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${user};`,
  });
}

/** Rule: PostgreSQL 15, Appendix A, error codes. Removes `passwords` from the server's text. */
export function postgresFailure(
  error: unknown,
  address: MirrorAddress,
  passwords: readonly unknown[] = [],
): FailureError {
  const ours = error instanceof FailureError ? error.failure : null;
  const text = (ours === null ? errorText(error) : (ours.detail ?? '')).slice(0, mostSearched);
  if (error instanceof FailureError && text === '') return error;
  const holdsPassword = passwords.some((one) => typeof one === 'string' && holdsSecret(text, one));
  const detail = holdsPassword
    ? 'The words of the server hold the password, and are left out.'
    : withoutInvisible(text)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, mostShown);
  return new FailureError({
    ...(ours ?? explained(error, text, address)),
    ...(isSignIn(text) ? {} : { detail }),
  });
}

export function anotherService(schema: string, other: string): FailureError {
  return new FailureError({
    code: 'bad-arguments',
    message: `The schema ${schema} has the records of ${other}. Choose another schema: one is for one service.`,
  });
}

export function tablesChanged({ schema }: MirrorAddress): FailureError {
  return new FailureError({
    code: 'storage',
    message: `Another program changed the tables in the schema ${schema}. Run the mirror again to add what is missing.`,
    retryAt: retryAt(),
  });
}

/** The failure of a server that answers nothing, or never ends. */
export function silent(address: MirrorAddress): FailureError {
  return new FailureError({
    code: 'unreachable',
    message: `PostgreSQL at ${serverOf(address)} did not answer in time. Check the address, or try again later.`,
  });
}

export function tooLong(address: MirrorAddress): FailureError {
  return new FailureError({
    code: 'unreachable',
    message: `The answer of ${serverOf(address)} is too long for a PostgreSQL server. Check the address.`,
  });
}

export function notPostgres(address: MirrorAddress, detail: string): FailureError {
  return new FailureError({
    code: 'unreachable',
    message: `The answer of ${serverOf(address)} is not that of a PostgreSQL server. Check the address.`,
    detail,
  });
}

/** Any program that listens on this computer could request it. */
export function clearPassword(address: MirrorAddress): FailureError {
  return new FailureError({
    code: 'key-rejected',
    message: `The server at ${serverOf(address)} asks for the password in clear text, which is not sent without TLS. Set scram-sha-256 in its pg_hba.conf, or connect with ?tls=verify.`,
  });
}

function serverOf({ host, port }: MirrorAddress): string {
  return `${host}:${port.toString()}`;
}

/** Matches pg's messages about steps of the sign-in, which a user cannot act on. */
function isSignIn(text: string): boolean {
  return text.startsWith('SASL');
}

function explained(error: unknown, text: string, address: MirrorAddress): Explained {
  const code = errorCode(error).slice(0, 100);
  const { host, database, user, schema, tls } = address;
  const server = serverOf(address);
  const unreachable = (message: string): Explained => ({ code: 'unreachable', message });
  const storage = (message: string): Explained => ({ code: 'storage', message });
  /** Failures that others resolve, so a mirror retries by itself. */
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
  if (/password must be a (non-empty )?string/.test(text))
    return {
      code: 'no-key',
      message: `PostgreSQL asks for the password of ${user}. Enter it in the mirror’s settings, set PGPASSWORD, or add a line to the password file.`,
    };
  if (isSignIn(text))
    return {
      code: 'key-rejected',
      message: `The server at ${server} does not complete the sign-in with a password. Check the address, and that its pg_hba.conf asks for scram-sha-256.`,
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
  if (['42P01', '42703', '42P07', '42809'].includes(code)) return tablesChanged(address).failure;
  if (
    tls === 'verify' &&
    (/does not support SSL/.test(text) || /^(ERR_TLS|DEPTH_|SELF_SIGNED|UNABLE_TO|CERT_)/.test(code))
  )
    return unreachable(
      `The connection to ${server} cannot be encrypted and verified. The server needs a certificate for ${host} of an authority that this app knows; PGSSLROOTCERT names the file of your own.`,
    );
  if (
    /^(57P|08|E[A-Z]+$)/.test(code) ||
    /ECONNRESET|EPIPE|ETIMEDOUT|terminated|timeout|close|connection error/i.test(`${code} ${text}`)
  )
    return unreachable(
      `The connection to PostgreSQL at ${server} was lost. Run the mirror again: what was fetched is in the cache.`,
    );
  if (!(error instanceof pg.DatabaseError) || /^received invalid response/.test(text))
    return notPostgres(address, text).failure;
  return storage('PostgreSQL refused the records. The details have its own words.');
}
