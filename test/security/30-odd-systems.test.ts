import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { startSyncBench } from '../integration/main/features/records/syncBench.ts';
import { storedViewName } from '../../main/store/records/resourceViews.ts';
import { commandLine } from '../support/built.ts';
import { onlyIf } from '../support/onlyIf.ts';
import { runCommand, type CommandOptions } from '../support/runCommand.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** Files without an end, disks that do not do what others do, folders that are gone. */

const isLinux = onlyIf(
  process.platform === 'linux',
  'The devices and libraries of this test are those of Linux.',
);
const hasCompiler = onlyIf(
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0,
  'There is no C compiler for the library that stands in for the disk.',
);
const key = 'rwa_test_4f9a';
const connection = ['--base-url', 'http://127.0.0.1:1'];
const select = ['sql', 'SELECT 1 AS one', ...connection];

/** Memory and time run out for the command alone, where it reads on and on. */
const bounded = (): Pick<CommandOptions, 'by' | 'signal'> => ({
  by: ['sh', '-c', 'ulimit -v 4000000; exec "$@"', 'sh'],
  signal: AbortSignal.timeout(20_000),
});

const makePipe = (): string => {
  const pipe = join(makeTemporaryFolder('pipe'), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
};

it.each([
  ['a key', ['query', 'assets', '--key-file', '/dev/zero', ...connection]],
  ['a query', ['query', 'assets', '--query', '@/dev/zero', ...connection]],
])('%s without an end is refused after its limit', isLinux, async (_what, args) => {
  const { code, err } = await runCommand(args, { folder: makeTemporaryFolder('data'), ...bounded() });
  expect([code, err]).toEqual([2, expect.stringMatching(/The file is larger than [\d.]+ MB\.\n$/)]);
});

describe.each([
  ['a device without an end', () => '/dev/zero'],
  ['a pipe that nobody writes', makePipe],
])('what the environment names is %s', isLinux, (_what, make) => {
  it('as the policy: it cannot be used, and the app says why', async () => {
    const { code, err } = await runCommand(['sync', 'networks', '--base-url', 'http://127.0.0.1:1'], {
      folder: makeTemporaryFolder('data'),
      key,
      environment: { RWA_EXPLORER_POLICY_FILE: make() },
      ...bounded(),
    });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/The policy file .* cannot be used: it is a folder, a pipe or a device\./),
    ]);
  });

  it('as the authorities of PostgreSQL: it is refused', async () => {
    await using bench = await startSyncBench({ count: 35 });
    const { code, err } = await runCommand(
      [
        'mirror',
        'networks',
        '--to',
        'postgres://x@127.0.0.1:1/a/b?tls=verify',
        '--base-url',
        bench.server.url,
      ],
      { folder: makeTemporaryFolder('data'), key, environment: { PGSSLROOTCERT: make() }, ...bounded() },
    );
    expect([code, err]).toEqual([1, expect.stringMatching(/PGSSLROOTCERT.*a pipe or a device/)]);
  });
});

it('authorities larger than any list of them are refused with the limit', isLinux, async () => {
  const file = join(makeTemporaryFolder('large'), 'authorities.pem');
  writeFileSync(file, Buffer.alloc(11_000_000, '\n'));
  const { code, err } = await runCommand(
    ['mirror', 'networks', '--to', 'postgres://x@127.0.0.1:1/a/b?tls=verify', ...connection],
    { folder: makeTemporaryFolder('data'), key, environment: { PGSSLROOTCERT: file }, ...bounded() },
  );
  expect([code, err]).toEqual([1, expect.stringContaining('larger than 10 MB')]);
});

it.each([
  ['/dev/zero', 'Choose a file'],
  ['/dev/stdin', 'Choose another'],
  ['/proc/self/maps', 'more bytes than it says'],
  ['a pipe that nobody writes', 'Choose a file'],
])('the check of %s ends, and says why it is no export', isLinux, async (what, why) => {
  const { code, err } = await runCommand(['verify', what.startsWith('/') ? what : makePipe()], {
    folder: makeTemporaryFolder('data'),
    ...bounded(),
  });
  expect([code, err]).toEqual([1, expect.stringContaining(why)]);
});

it.each([
  ['XDG_CACHE_HOME', '/proc/1', 0, ''],
  ['XDG_CACHE_HOME', '/dev/null', 0, ''],
  ['XDG_CONFIG_HOME', '/proc/1', 1, 'cannot be made'],
  ['XDG_CONFIG_HOME', '/etc/passwd', 1, 'is not a folder'],
])('a command ends where %s=%s cannot be used', isLinux, async (name, place, expected, why) => {
  const folder = makeTemporaryFolder('data');
  const own = join(folder, 'RWA Explorer');
  const folders = { XDG_CONFIG_HOME: folder, NODE_COMPILE_CACHE: undefined, [name]: place };
  mkdirSync(join(own, 'data'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [commandLine, ...select], {
    encoding: 'utf8',
    env: { ...process.env, RWA_API_KEY: key, ...folders },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  expect([status, stderr]).toEqual([expected, expect.stringContaining(why)]);
  if (expected !== 0) expect(stderr).toContain('Name a folder of your own with --user-data-dir');
});

const canBeUser = onlyIf(
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0,
  'Only root on Linux can act as another user.',
);
const asUser = ['setpriv', '--reuid', '54321', '--regid', '54322', '--clear-groups'];

describe('a user whom the system does not know, as in containers', canBeUser, () => {
  const run = (...words: string[]): unknown[] => {
    const { HOME: _, XDG_CONFIG_HOME: __, XDG_CACHE_HOME: ___, ...env } = process.env;
    const { status, stderr } = spawnSync('setpriv', [...asUser.slice(1), process.execPath, ...words], {
      encoding: 'utf8',
      env: { ...env, RWA_API_KEY: key, NODE_COMPILE_CACHE: undefined },
    });
    return [status, stderr];
  };

  it('is told what to do without a home folder', () => {
    for (const words of [select, ['serve-sample', '--port', '0']])
      expect(run(commandLine, ...words)).toEqual([
        1,
        expect.stringMatching(/^This user has no home .*Set HOME/),
      ]);
  });

  it('needs none with a folder of the data', () => {
    const folder = makeTemporaryFolder('data');
    chownSync(folder, 54_321, 54_322);
    expect(run(commandLine, ...select, '--user-data-dir', folder)).toEqual([0, '']);
    const redact = pathToFileURL(resolve('main/platform/log/redact.ts')).href;
    expect(run('--input-type=module', '--eval', `(await import('${redact}')).redact('x')`)).toEqual([0, '']);
  });

  it('has rights to the files of the app whatever its mask takes', async () => {
    const folder = makeTemporaryFolder('data');
    chownSync(folder, 54_321, 54_322);
    const file = join(folder, 'a.csv');
    const { code, err } = await runCommand([...select, '--format', 'csv', '--out', file], {
      folder: join(folder, 'app'),
      key,
      environment: { NODE_COMPILE_CACHE: undefined },
      by: [...asUser, 'bash', '-c', 'umask 777; exec "$@"', 'bash'],
      signal: AbortSignal.timeout(20_000),
    });
    expect([code, readFileSync(file, 'utf8')], err).toEqual([0, expect.stringContaining('one')]);
    expect(
      readdirSync(join(folder, 'app', 'work'), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      ),
    ).toEqual([]);
  });

  it('is not taken for the only member of a group', () => {
    const folder = makeTemporaryFolder('data');
    chownSync(folder, 54_321, 54_322);
    chmodSync(folder, 0o770);
    const words = [...select, '--user-data-dir', join(folder, 'app')];
    expect(run(commandLine, ...words)).toEqual([1, expect.stringContaining('Other users can exchange')]);
  });
});

it('a current folder that is gone is called that', isLinux, () => {
  const gone = makeTemporaryFolder('gone');
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'rmdir "$PWD"; exec "$@"', 'sh', process.execPath, commandLine, ...select],
    { cwd: gone, encoding: 'utf8', env: { ...process.env, RWA_API_KEY: key } },
  );
  expect([status, stderr]).toEqual([2, expect.stringContaining('The current folder no longer exists')]);
});

/** A disk that refuses rights and the sync of folders, and says that it has no size, as some of networks do. */
const oddDisk = `
#include <errno.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/statfs.h>
int chmod(const char *p, mode_t m) { errno = EPERM; return -1; }
int fchmod(int f, mode_t m) { errno = EPERM; return -1; }
int fsync(int f) {
  struct stat s;
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  if (fstat(f, &s) == 0 && S_ISDIR(s.st_mode)) { errno = EINVAL; return -1; }
  return real(f);
}
int statfs(const char *p, struct statfs *b) {
  int (*real)(const char *, struct statfs *) = dlsym(RTLD_NEXT, "statfs");
  int r = real(p, b);
  b->f_blocks = b->f_bfree = b->f_bavail = 0;
  return r;
}
`;

/** A library that stands in for the disk of a program. */
function madeLibrary(source: string): string {
  const folder = makeTemporaryFolder('disk');
  writeFileSync(join(folder, 'odd.c'), `#define _GNU_SOURCE\n${source}`);
  const library = join(folder, 'odd.so');
  execFileSync('cc', ['-shared', '-fPIC', '-w', '-o', library, join(folder, 'odd.c'), '-ldl']);
  return library;
}

it('a disk without rights, size and sync of folders is used', hasCompiler, async () => {
  const folder = makeTemporaryFolder('disk');
  const library = madeLibrary(oddDisk);
  await using bench = await startSyncBench({ count: 35 });
  const service = ['--base-url', bench.server.url];
  const data = join(folder, 'data');
  for (const args of [
    ['sync', 'issuers', ...service],
    ['export', 'issuers', '--offline', '--out', join(folder, 'a.csv'), ...service],
  ]) {
    const { code, err } = await runCommand(args, { folder: data, key, environment: { LD_PRELOAD: library } });
    expect(code, err).toBe(0);
  }
});

/** Nobody has rights to the folder of a process. */
const withoutRights = `
#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>
int mkdir(const char *p, mode_t m) {
  int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
  return real(p, strstr(p, "work/") == 0 ? m : 0);
}`;

it.each([
  ['', select],
  [
    ', also where a result goes there',
    [
      'sql',
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500000) SELECT i FROM n',
      ...connection,
    ],
  ],
])(
  'a folder for its work that a process may not enter ends the command%s',
  canBeUser,
  async (_where, args) => {
    const folder = makeTemporaryFolder('data');
    chownSync(folder, 54_321, 54_322);
    const library = madeLibrary(withoutRights);
    chmodSync(dirname(library), 0o755);
    const { code, err } = await runCommand([...args, '--format', 'csv', '--out', join(folder, 'a.csv')], {
      folder: join(folder, 'app'),
      key,
      environment: { NODE_COMPILE_CACHE: undefined, LD_PRELOAD: library },
      by: asUser,
      signal: AbortSignal.timeout(20_000),
    });
    expect([code, err]).toEqual([1, expect.stringMatching(/app\/.* is not writable\. Make it writable/)]);
  },
);

/** Nothing more may be written to files of the folder that is named by IN. */
const usedUpQuota = `
#include <errno.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/uio.h>
static int isIn(int f) {
  char name[64], path[4096];
  sprintf(name, "/proc/self/fd/%d", f);
  ssize_t n = readlink(name, path, 4095);
  path[n < 0 ? 0 : n] = 0;
  return strstr(path, getenv("IN")) != NULL;
}
#define REFUSED(name, given, passed) ssize_t name given { \\
  ssize_t (*real) given = dlsym(RTLD_NEXT, #name); \\
  if (isIn(f)) { errno = EDQUOT; return -1; } \\
  return real passed; }
REFUSED(write, (int f, const void *b, size_t n), (f, b, n))
REFUSED(pwrite64, (int f, const void *b, size_t n, off64_t o), (f, b, n, o))
REFUSED(writev, (int f, const struct iovec *v, int c), (f, v, c))
`;

it.each([
  ['export', 'issuers', '--offline'],
  ['export', 'transactions', '--by', 'day', '--days', '2'],
  ['query', 'issuers'],
  ['sql', 'SELECT * FROM issuers'],
])('a quota that is used up is called that, and leaves nothing: %s %s', hasCompiler, async (...words) => {
  const [folder, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('team')];
  await using bench = await startSyncBench({ count: 35 });
  const service = ['--base-url', bench.server.url];
  expect((await runCommand(['sync', 'issuers', ...service], { folder, key })).code).toBe(0);
  const to = join(out, words.includes('--by') ? 'days' : 'a.csv');
  const { code, err } = await runCommand([...words, '--out', to, ...service], {
    folder,
    key,
    environment: { LD_PRELOAD: madeLibrary(usedUpQuota), IN: out },
  });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/Your quota on this disk is used up\. .*\(EDQUOT\)\n$/),
  ]);
  expect(readdirSync(out)).toEqual([]);
});

/** Some disks of networks have no locks, and say so in several ways. */
const withoutLocks = (error: string): string => `
#include <errno.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#define REFUSED(name) int name(int f, int command, ...) { \\
  va_list list; va_start(list, command); void *given = va_arg(list, void *); va_end(list); \\
  int (*real)(int, int, ...) = dlsym(RTLD_NEXT, #name); \\
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) { errno = ${error}; return -1; } \\
  return real(f, command, given); }
REFUSED(fcntl)
REFUSED(fcntl64)
`;

it.each(['ENOLCK', 'EOPNOTSUPP', 'EPERM'])(
  'a disk without locks (%s) is not taken for one that another program uses',
  hasCompiler,
  async (error) => {
    const folder = makeTemporaryFolder('data');
    const { code, err } = await runCommand(select, {
      folder,
      key,
      environment: { LD_PRELOAD: madeLibrary(withoutLocks(error)) },
      signal: AbortSignal.timeout(20_000),
    });
    expect([code, err]).toEqual([1, expect.stringMatching(/refuses locks.*--user-data-dir/)]);
  },
);

it.each([
  ['a trigger', 'CREATE TRIGGER odd AFTER INSERT ON issuers BEGIN DELETE FROM issuers; END'],
  ['a table', 'CREATE TABLE odd (a)'],
])('a cache from elsewhere with %s is set aside, which is said, and can be cleared', async (_what, sql) => {
  const folder = makeTemporaryFolder('data');
  await using bench = await startSyncBench({ count: 35 });
  const service = ['--base-url', bench.server.url];
  expect((await runCommand(['sync', 'issuers', ...service], { folder, key })).code).toBe(0);
  const data = join(folder, 'data');
  const name = readdirSync(data).find((file) => /^cache-.*\.db$/.test(file)) ?? '';
  const database = new Database(join(data, name));
  database.exec(sql);
  database.close();
  const { code, err } = await runCommand(['cache', 'clear', ...service], { folder, key });
  expect([code, err]).toEqual([0, expect.stringContaining('set aside')]);
  expect((await runCommand(['sync', 'issuers', ...service], { folder, key })).code).toBe(0);
});

it('views from elsewhere keep nothing from being cleared, and none stands for a view of the app', async () => {
  const folder = makeTemporaryFolder('data');
  await using bench = await startSyncBench({ count: 35 });
  const service = ['--base-url', bench.server.url];
  const run = async (...args: string[]): Promise<void> => {
    const { code, err } = await runCommand([...args, ...service], { folder, key });
    expect(code, err).toBe(0);
  };
  await run('sync', 'issuers');
  const data = join(folder, 'data');
  const name = readdirSync(data).find((file) => /^cache-.*\.db$/.test(file)) ?? '';
  using database = opened(join(data, name));
  database.exec(
    `CREATE VIEW ${storedViewName('issuers')} AS SELECT 7 AS id; CREATE VIEW odd AS SELECT * FROM issuers JOIN nowhere`,
  );
  await run('cache', 'open');
  const count = database.prepare(`SELECT count(*) FROM ${storedViewName('issuers')}`).pluck();
  expect(count.get()).toBe(35);
  await run('cache', 'clear');
  expect(count.get()).toBe(0);
});

function opened(path: string): Database.Database & Disposable {
  const database = new Database(path);
  return Object.assign(database, {
    [Symbol.dispose]: () => {
      database.close();
    },
  });
}

it('a proxy of the environment does not get requests to this computer', async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(502).end();
  })
    .on('connect', (request, socket) => {
      asked.push(request.url);
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    })
    .listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await using bench = await startSyncBench({ count: 35 });
  const environment = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port.toString()}` };
  const { code, err } = await runCommand(['sync', 'issuers', '--base-url', bench.server.url], {
    folder: makeTemporaryFolder('data'),
    key,
    environment,
  });
  proxy.close();
  expect([code, asked], err).toEqual([0, []]);
});
