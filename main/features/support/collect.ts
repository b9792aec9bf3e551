import { lstat, readdir } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Budget } from '../../../preload/contract/budgets.ts';
import { type Connection, defaultBaseUrl } from '../../../preload/contract/connections.ts';
import type { Policy } from '../../../preload/contract/policy.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import type { Session } from '../../../preload/contract/bridge.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Crashes } from '../../platform/crash/crashes.ts';
import type { Log } from '../../platform/log/log.ts';
import { redact } from '../../platform/log/redact.ts';
import { readDatabaseVersion } from '../../platform/sqlite/migrations.ts';
import type { Connections } from '../connections/connections.ts';

/** The services that the support file reads. */
interface SupportSources {
  readonly connections: Pick<Connections, 'list' | 'readActive' | 'keyStatus' | 'open'>;
  readonly jobs: Pick<Jobs, 'list'>;
  readonly budgets: (connectionId: string) => Promise<readonly Budget[]>;
  readonly readSettings: () => Settings;
}

interface SupportOptions {
  readonly services: SupportSources;
  readonly userDataFolder: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly policy: Policy;
  readonly safeMode: Session['safeMode'];
  readonly crashes: Pick<Crashes, 'notes'>;
  readonly log: Pick<Log, 'tail'>;
  readonly now: () => number;
}

const logLines = 400;
const crashNotes = 3;

/**
 * Collects versions, settings, states, counts, sizes and failure codes for support, as JSON that the user can
 * read before sending it. Excludes keys, records, queries, user-given names and service addresses.
 */
export async function collectSupport(options: SupportOptions): Promise<string> {
  const { services, policy } = options;
  const connections = await services.connections.list();
  const active = await services.connections.readActive();
  const numbers = new Map(connections.map(({ id }, index) => [id, index + 1]));
  const contents = {
    format: 'rwa-explorer-support',
    madeAt: new Date(options.now()).toISOString(),
    versions: options.versions,
    computer: { processors: cpus().length, memoryMB: Math.round(totalmem() / 1_000_000) },
    run: { seconds: Math.round(process.uptime()), safeMode: options.safeMode },
    policy: {
      file: policy.file !== null,
      usable: policy.problem === null,
      updates: policy.updates,
      baseUrlChange: policy.baseUrlChange,
      ownBaseUrl: policy.baseUrl !== defaultBaseUrl,
      sampleData: policy.sampleData,
    },
    settings: withoutProxy(services.readSettings()),
    connections: await Promise.all(
      connections.map(async (connection) => ({
        number: numbers.get(connection.id),
        active: connection.id === active,
        ...(await describeConnection(services, connection)),
      })),
    ),
    jobs: services.jobs.list().map(({ kind, state, done, total, startedAt, endedAt, bytes, failure }) => ({
      kind,
      state,
      done,
      total,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
      bytes,
      failure: failure?.code ?? null,
    })),
    files: await describeFiles(options.userDataFolder, numbers),
    crashes: options.crashes
      .notes()
      .slice(0, crashNotes)
      .map((note) => note.split('\n')),
    log: options.log.tail(logLines),
  };
  return `${redact(JSON.stringify(contents, null, 2))}\n`;
}

function withoutProxy({ proxy, ...settings }: Settings): object {
  return { ...settings, proxy: proxy.mode };
}

async function describeConnection(services: SupportSources, connection: Connection): Promise<object> {
  const { id, sample, baseUrl } = connection;
  const kind = sample ? 'sample data' : baseUrl === defaultBaseUrl ? 'live service' : 'another address';
  try {
    const { present, where, keychainProblem } = await services.connections.keyStatus(id);
    const { cache } = await services.connections.open(id);
    const [budgets, { pages, records }] = await Promise.all([services.budgets(id), cache.readContents()]);
    return {
      kind,
      key: { present, where, problem: keychainProblem ?? null },
      budgets: budgets.map(({ endpoint, perHour, left, nextAt, reserve, waiting }) => ({
        endpoint,
        perHour,
        left,
        nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
        reserve,
        waiting: waiting.length,
      })),
      cache: {
        pages,
        records: Object.fromEntries(records.map(({ resource, count }) => [resource, count])),
      },
    };
  } catch (error) {
    return { kind, error: error instanceof Error ? error.name : typeof error };
  }
}

/** Sizes in bytes; for databases also the file's version. */
async function describeFiles(
  userDataFolder: string,
  numbers: ReadonlyMap<string, number>,
): Promise<object[]> {
  const folders = ['data', 'sample', 'logs'];
  const found = await Promise.all(folders.map((folder) => filesOf(join(userDataFolder, folder), numbers)));
  return folders.map((folder, index) => ({ folder, files: found[index] ?? [] }));
}

async function filesOf(folder: string, numbers: ReadonlyMap<string, number>): Promise<object[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(folder, name);
      const { size } = await lstat(path).catch(() => ({ size: null }));
      const version = /\.(db|sqlite)$/.test(name) ? versionOf(path) : null;
      return { file: shownName(name, numbers), bytes: size, ...(version === null ? {} : { version }) };
    }),
  );
}

/** Null for a file that is not a database, cannot be read, or was just removed. */
function versionOf(path: string): number | null {
  try {
    return readDatabaseVersion(path);
  } catch {
    return null;
  }
}

/** Replaces a connection's id by a number, since the id derives from its address. */
function shownName(name: string, numbers: ReadonlyMap<string, number>): string {
  return name.replace(/^cache-([\w-]+?)(?=\.)/, (_whole, id: string) => {
    const number = numbers.get(id);
    return number === undefined ? 'cache of a connection that is gone' : `cache ${number.toString()}`;
  });
}
