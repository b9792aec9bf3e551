import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockFile } from '../../main/platform/sqlite/fileLock.ts';
import { startSyncBench, type SyncBench } from '../integration/main/features/records/syncBench.ts';
import { commandLine } from '../support/built.ts';
import { endWithThisProcess } from '../support/childProcess.ts';
import { onlyIf } from '../support/onlyIf.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** Who never reads, answers or lets go keeps no command that a service manager ends. */

const onPosix = onlyIf(process.platform !== 'win32', 'Windows has neither such pipes nor such signals.');

let bench: SyncBench;
/** Takes connections, and says nothing. */
let silent: Server;

beforeAll(async () => {
  bench = await startSyncBench({ count: 3000, perPage: 200 });
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  silent.close();
  await bench[Symbol.asyncDispose]();
});

interface Waiting {
  readonly args: readonly string[];
  /** Called before it starts. @returns what ends what it waits for */
  readonly hold?: (folder: string) => () => void;
  readonly env?: NodeJS.ProcessEnv;
  /** What runs the command that follows these words. */
  readonly by?: readonly string[];
  readonly baseUrl?: string;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const rows =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i FROM n';

const waits: [string, () => Waiting][] = [
  ['the reader of sql', () => ({ args: ['sql', rows] })],
  ['the reader of query --all', () => ({ args: ['query', 'issuers', '--all'] })],
  [
    'the reader of the pipe of an export',
    () => {
      const pipe = join(makeTemporaryFolder('pipe'), 'a.csv');
      execFileSync('mkfifo', [pipe]);
      return { args: ['export', 'issuers', '--out', pipe] };
    },
  ],
  [
    'the reader of the pipe of a log',
    () => {
      const pipe = join(makeTemporaryFolder('pipe'), 'runs.jsonl');
      execFileSync('mkfifo', [pipe]);
      return { args: ['schedule', 'run', '--once', '--log', pipe] };
    },
  ],
  [
    'a PostgreSQL server that says nothing',
    () => ({
      args: [
        'mirror',
        'issuers',
        '--to',
        `postgres://reader@127.0.0.1:${portOf(silent).toString()}/db/copies`,
      ],
      env: { PGPASSWORD: 'secret' },
    }),
  ],
  [
    'another process that has the user’s data locked',
    () => ({
      args: ['sql', 'SELECT 1 AS one'],
      hold: (folder) => {
        mkdirSync(join(folder, 'data'), { mode: 0o700 });
        const lock = lockFile(join(folder, 'data', 'user.lock'), 0);
        return () => {
          lock.release();
        };
      },
    }),
  ],
];

it.each(waits)('a command that waits for %s ends two seconds after SIGTERM', onPosix, (_what, make) =>
  endsInTime(make()),
);

const canAsk =
  process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '--bind', '/etc', '/etc']).status === 0;

it(
  'a command that waits for a name server ends two seconds after SIGTERM',
  { ...onlyIf(canAsk, 'Only root has a name server of its own for one program, and only on Linux.') },
  async () => {
    const server = createSocket('udp4').bind(53, '127.9.9.9');
    await once(server, 'listening');
    const settings = join(makeTemporaryFolder('settings'), 'resolv.conf');
    writeFileSync(settings, 'nameserver 127.9.9.9\noptions timeout:30\n');
    const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
    try {
      for (const args of [
        ['query', 'issuers', '--fresh'],
        ['sync', 'issuers'],
      ])
        await endsInTime({
          args,
          by: ['unshare', '-m', 'sh', '-c', script, settings],
          baseUrl: 'https://service.example',
        });
    } finally {
      server.close();
    }
  },
);

async function endsInTime({ args, hold, env, by = [], baseUrl }: Waiting): Promise<void> {
  const folder = makeTemporaryFolder('data');
  const release = hold?.(folder);
  const stuck = join(makeTemporaryFolder('pipe'), 'out');
  execFileSync('mkfifo', [stuck]);
  // It has a reader, who does not read: the pipe takes 64 kB.
  const output = openSync(stuck, 'r+');
  const [program = '', ...words] = [...by, process.execPath, commandLine, ...args];
  const child = spawn(
    program,
    [...words, '--base-url', baseUrl ?? bench.server.url, '--user-data-dir', folder],
    { env: { ...process.env, RWA_API_KEY: 'rwa_test_4f9a', ...env }, stdio: ['ignore', output, 'ignore'] },
  );
  endWithThisProcess(child);
  try {
    await quiet(child);
    const ended = once(child, 'exit');
    const from = performance.now();
    child.kill('SIGTERM');
    const [code, signal] = (await ended) as [number | null, string | null];
    expect(signal ?? code).toSatisfy((how) => how === 143 || how === 'SIGTERM');
    expect(performance.now() - from).toBeLessThan(4000);
  } finally {
    child.kill('SIGKILL');
    closeSync(output);
    release?.();
  }
}

/** Resolves once a process computes no more: it waits. */
async function quiet({ pid = 0 }: ChildProcess): Promise<void> {
  // It throws where the process has ended: it did not wait.
  const seconds = (): string =>
    execFileSync('ps', ['-o', 'cputimes=', '-p', pid.toString()], { encoding: 'utf8' });
  for (let before = '', same = 0; same < 6;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = seconds();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}
