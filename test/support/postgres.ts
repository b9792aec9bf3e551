import { execFile, execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { endWithThisProcess } from './childProcess.ts';
import { freePort } from './freePort.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

/** A PostgreSQL server in a temporary folder, on a free port. It ends with the test. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

const debian = '/usr/lib/postgresql';
/** A server that cannot start is started again. */
const mostTries = 100;
const againMs = 100;

/** Returns the folder of the newest server programs, or null. */
function programs(): string | null {
  if (!existsSync(debian)) return null;
  const [newest] = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  const folder = path.join(debian, newest ?? '', 'bin');
  return existsSync(path.join(folder, 'initdb')) ? folder : null;
}

/** Why no server can be started, or null. */
export const lacksPostgres = programs() === null ? 'The server of PostgreSQL is not installed.' : null;

/** The server refuses to run as root. */
function serverUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function startPostgres() {
  const folder = programs();
  if (folder === null) throw new Error('PostgreSQL is not installed.');
  const home = makeTemporaryFolder('postgres');
  const data = path.join(home, 'data');
  const user = serverUser();
  const password = 'pässword\\1';
  mkdirSync(data);
  const passwordFile = path.join(home, 'password');
  writeFileSync(passwordFile, password);
  if ('uid' in user) for (const file of [home, data, passwordFile]) chownSync(file, user.uid, user.gid);
  await promisify(execFile)(
    path.join(folder, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'rwa',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...user, cwd: home },
  );
  const port = await freePort();
  const access = { host: '127.0.0.1', port, user: 'rwa', password };
  let child = run();

  function run(): ChildProcessByStdio<null, null, Readable> {
    const started = spawn(
      path.join(folder ?? '', 'postgres'),
      ['-D', data, '-p', port.toString(), '-k', home, '-h', '127.0.0.1', '-c', 'fsync=off'],
      { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    endWithThisProcess(started);
    return started;
  }

  async function query(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ ...access, database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Keeps reading after the server is ready: unread output would block it. */
  async function ready(): Promise<void> {
    const lines = createInterface(child.stderr);
    let last = '';
    const isReady = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        last = line;
        if (line.includes('ready to accept connections')) resolve();
      });
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`PostgreSQL ended: ${last}`);
    });
    await Promise.race([isReady, ended]);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  await ready();
  return {
    port,
    user: 'rwa',
    password,
    database: 'postgres',
    query,
    /** Blocks other users of a table until disposed, or the server is killed. A mode may follow the name. */
    async lock(table: string): Promise<AsyncDisposable> {
      const client = new pg.Client({ ...access, database: 'postgres' });
      client.on('error', () => undefined);
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${table}`);
      return { [Symbol.asyncDispose]: () => client.end() };
    },
    /** Ends the server like a power cut. */
    kill: () => end('SIGKILL'),
    async start(): Promise<void> {
      // Processes of a killed server hold its memory until they notice.
      for (let tries = 1; ; tries += 1) {
        child = run();
        try {
          await ready();
          return;
        } catch (error) {
          if (tries === mostTries) throw error;
          await setTimeout(againMs);
        }
      }
    },
    /** Enables encrypted connections with this certificate, in PEM. */
    async useCertificate({ key, certificate }: Record<'key' | 'certificate', string>): Promise<void> {
      for (const [name, text] of [
        ['server.key', key],
        ['server.crt', certificate],
      ] as const) {
        const file = path.join(data, name);
        writeFileSync(file, text, { mode: 0o600 });
        if ('uid' in user) chownSync(file, user.uid, user.gid);
      }
      await query('ALTER SYSTEM SET ssl = on');
      await query('SELECT pg_reload_conf()');
    },
    [Symbol.asyncDispose]: () => end('SIGINT'),
  };
}
