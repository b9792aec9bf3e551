import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js';
import type { z } from 'zod';
import { minuteMs } from '../../../../preload/contract/days.ts';
import { FailureError, errorText } from '../../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import { readPlainFileSync } from '../../../platform/system/textFile.ts';
import { clearPassword, notPostgres, postgresFailure, silent, tooLong } from './failures.ts';

interface Incoming {
  on(event: string, listener: (...args: never[]) => void): unknown;
}

declare module 'pg' {
  interface Connection {
    attachListeners(stream: Incoming): void;
  }
}

/** A connection to a server that may be silent, slow, or not PostgreSQL: each statement ends. */

const connectMs = 15_000;
export const limits = {
  look: { ms: 30_000, bytes: 100_000 },
  /** Writing threads read lists of ids and hashes. */
  copy: { ms: 5 * minuteMs, bytes: 16_000_000 },
} as const;
/** The wait for a lock ends before its statement, to fail with its own message. */
const lockMs = (most: PostgresLogin['most']): number => Math.min(minuteMs, most.ms / 2);
/** Rule: PostgreSQL, pg_type.dat. */
const booleanType = 16;
/** Milliseconds between checks whether a statement was stopped. */
const watchMs = 50;

export interface PostgresLogin {
  readonly address: MirrorAddress;
  /** Undefined if the environment may have one: PGPASSWORD, or the password file of PostgreSQL. */
  readonly password?: string | undefined;
  readonly throwIfStopped: () => void;
  readonly most: (typeof limits)[keyof typeof limits];
}

export function stoppedBy(signal: AbortSignal | undefined): PostgresLogin['throwIfStopped'] {
  return () => {
    if (signal?.aborted === true)
      throw new FailureError({ code: 'canceled', message: 'The mirror was stopped.' });
  };
}

export interface PostgresSession {
  query(sql: string, values?: readonly unknown[]): Promise<void>;
  read<Rows>(rows: z.ZodType<Rows>, sql: string, values?: readonly unknown[]): Promise<Rows>;
  copy(sql: string, text: string): Promise<void>;
}

/** The server rolls back what is not committed. Throws a `FailureError` with what to do next. */
export async function withPostgres<Result>(
  { address, password, throwIfStopped, most }: PostgresLogin,
  work: (session: PostgresSession) => Promise<Result>,
): Promise<Result> {
  const { host, port, database, user, tls } = address;
  const socket = new Socket();
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    ...(password === undefined ? {} : { password }),
    ssl: tls === 'verify' ? { rejectUnauthorized: true, ...authorities() } : false,
    keepAlive: true,
    application_name: 'RWA Explorer',
    stream: () => socket,
    types: { getTypeParser: plainType },
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  let until = Infinity;
  let bytesBefore = 0;

  function end(error: unknown): void {
    reject(error);
    socket.destroy();
  }

  const watch = setInterval(() => {
    try {
      throwIfStopped();
    } catch (error) {
      end(error);
    }
    if (performance.now() > until) end(silent(address));
  }, watchMs);

  async function limited<Answer>(ms: number, statement: () => Promise<Answer>): Promise<Answer> {
    until = performance.now() + ms;
    bytesBefore = socket.bytesRead;
    try {
      return await Promise.race([statement(), ended]);
    } catch (error) {
      throw postgresFailure(error, address, [password, client.password]);
    } finally {
      until = Infinity;
    }
  }

  // An unreadable message would throw in the socket's event, where nobody could catch it.
  const attach = client.connection.attachListeners.bind(client.connection);
  client.connection.attachListeners = (stream) => {
    attach({
      on(event, listener) {
        return stream.on(event, (...args: never[]) => {
          if (socket.bytesRead - bytesBefore > most.bytes) end(tooLong(address));
          else
            try {
              listener(...args);
            } catch (error) {
              end(notPostgres(address, errorText(error)));
            }
        });
      },
    });
  };
  // The next use reports a connection that breaks between statements.
  client.on('error', () => undefined);
  // Registered before the client's own listener, so that it writes to a closed socket.
  client.connection.on('authenticationCleartextPassword', () => {
    if (tls === 'off') end(clearPassword(address));
  });
  // Each proof of the password takes time. A hostile server could ask for thousands; one is answered.
  for (const asks of ['authenticationMD5Password', 'authenticationSASL', 'authenticationSASLContinue'])
    client.connection.once(asks, () => client.connection.removeAllListeners(asks));
  const query = (sql: string, values: readonly unknown[] = []) =>
    limited(most.ms, () => client.query<Record<string, unknown>>(sql, [...values]));
  try {
    throwIfStopped();
    await limited(connectMs, () => client.connect());
    await limited(connectMs, () =>
      client.query(
        `SET TimeZone TO 'UTC'; SET DateStyle TO ISO; SET lock_timeout TO ${lockMs(most).toString()}; SET statement_timeout TO ${most.ms.toString()}`,
      ),
    );
    return await work({
      async query(sql, values) {
        await query(sql, values);
      },
      async read(rows, sql, values) {
        const { data, error } = rows.safeParse((await query(sql, values)).rows);
        if (data === undefined) throw notPostgres(address, error?.issues[0]?.code ?? '');
        return data;
      },
      copy: (sql, text) =>
        limited(most.ms, () => pipeline(Readable.from([text]), client.query(copyFrom(sql)))),
    });
  } catch (error) {
    // Includes failures that the work itself throws.
    throw error instanceof FailureError
      ? postgresFailure(error, address, [password, client.password])
      : error;
  } finally {
    clearInterval(watch);
    client.end().catch(() => undefined);
    setTimeout(() => socket.destroy(), 1000).unref();
  }
}

/** Everything but booleans stays text: pg's date patterns take hours on hostile text. */
function plainType(type: number): (text: string) => unknown {
  return type === booleanType ? (text) => text === 't' : String;
}

const maxAuthoritiesBytes = 10_000_000;

/**
 * Returns the trusted authorities: the file of PGSSLROOTCERT, as in libpq, else Node's. An installed app does
 * not read NODE_EXTRA_CA_CERTS. Rule: Electron, environment variables; libpq, "Environment Variables".
 */
function authorities(): { ca?: string } {
  const file = process.env['PGSSLROOTCERT'] ?? '';
  if (file === '') return {};
  try {
    return { ca: readPlainFileSync(file, { maxBytes: maxAuthoritiesBytes }).toString('utf8') };
  } catch (error) {
    throw new FailureError({
      code: 'file',
      message: `The file that PGSSLROOTCERT names cannot be read: ${errorText(error)}. Check the path.`,
      detail: file,
    });
  }
}

/** pg-protocol 1.16's reader, with its private members. */
interface Reader {
  offset: number;
  readonly buffer: Buffer;
}

/**
 * Makes pg throw at a truncated message. Otherwise it reads past the last byte and searches the end of an
 * error forever, so any server or impostor could hang the app. Rule: PostgreSQL, "Message Formats": each text
 * ends with a zero byte.
 */
Object.assign(BufferReader.prototype, {
  string(this: Reader, length: number): string {
    const end = this.offset + length;
    if (length < 0 || end > this.buffer.length) throw new RangeError('A message breaks off.');
    const text = this.buffer.toString('utf8', this.offset, end);
    this.offset = end;
    return text;
  },
  cstring(this: Reader): string {
    const end = this.buffer.indexOf(0, this.offset);
    if (end < 0) throw new RangeError('A message breaks off.');
    const text = this.buffer.toString('utf8', this.offset, end);
    this.offset = end + 1;
    return text;
  },
} satisfies Partial<BufferReader> & ThisType<Reader>);
