import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits, withPostgres } from '../../../../main/features/mirrors/postgres/connect.ts';
import { probePostgres } from '../../../../main/features/mirrors/postgres/probe.ts';
import { markGone } from '../../../../main/features/mirrors/postgres/rows.ts';
import { readState } from '../../../../main/features/mirrors/postgres/state.ts';
import type { FailureError } from '../../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import { startServiceProcess, type ServiceProcess } from '../../../support/sampleService.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import type { Outcome } from '../../../support/runCommand.ts';
import { mirrorCommand } from './mirrorCommand.ts';

/** Servers that are not what they seem: each run of `mirror` ends with a sentence, soon, and tells them nothing. */

const password = 'correct horse battery';
let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess(
    '--assets',
    '40',
    '--transactions',
    '100',
    '--seed',
    '11',
    '--rate',
    '100000',
  );
});
afterAll(() => service[Symbol.asyncDispose]());

interface Attack {
  readonly port: number;
  /** What was received. */
  readonly received: () => string;
}

async function attacker(onConnection: (socket: Socket) => void): Promise<Attack & AsyncDisposable> {
  let received = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    received: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf({ port }: Attack): MirrorAddress {
  return { host: '127.0.0.1', port, database: 'a', user: 'rwa', schema: 'b', tls: 'off' };
}

function mirror({ port }: Attack): Promise<Outcome> {
  const { cli } = mirrorCommand(service, makeTemporaryFolder('hostile'), { PGPASSWORD: password });
  const to = `postgres://rwa@127.0.0.1:${port.toString()}/a/b`;
  return cli(['mirror', 'networks', '--to', to], { signal: tooLate() });
}

/** Each runs in a process of its own: one that never ends would take this one with it. */
function tooLate(): AbortSignal {
  return AbortSignal.timeout(120_000);
}

/** A message of the protocol. Rule: PostgreSQL 15, "Message Formats". */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const authentication = (code: number): Buffer => {
  const body = Buffer.alloc(4);
  body.writeInt32BE(code);
  return message('R', body);
};
const ready = message('Z', Buffer.from('I'));

it('ends if a server is silent, or sends a little for ever after the sign-in @nightly', async () => {
  await using silent = await attacker(() => undefined);
  await using endless = await attacker((socket) => {
    socket.once('data', () => {
      const trickle = setInterval(() => socket.write(message('S', Buffer.from('a\0b\0'))), 200);
      socket.on('close', () => {
        clearInterval(trickle);
      });
    });
  });
  const outcomes = await Promise.all([silent, endless].map((attack) => mirror(attack)));
  const late = { code: 6, err: expect.stringContaining('did not answer in time') as string };
  expect(outcomes).toMatchObject([late, late]);
});

it('ends if a server sends gigabytes, in bounded memory', async () => {
  let sent = 0;
  await using flood = await attacker((socket) => {
    socket.once('data', () => {
      // Whole, however it arrives: one that breaks off is refused for that.
      const block = message('N', Buffer.concat([Buffer.alloc(1 << 20, 'x'), Buffer.alloc(2)]));
      const push = (): void => {
        while (!socket.destroyed && socket.write(block)) sent += block.length;
        sent += block.length;
        if (!socket.destroyed) socket.once('drain', push);
      };
      push();
    });
  });
  const { code, err } = await mirror(flood);
  expect({ code, err }).toMatchObject({
    code: 6,
    err: expect.stringContaining('is too long for a PostgreSQL server') as string,
  });
  expect(sent).toBeLessThan(1_000_000_000);
});

it.each([
  ['an error that breaks off', message('E', Buffer.from('MNo'))],
  ['a notice that breaks off', message('N', Buffer.from('MNo\0'))],
  ['a sign-in of no known kind', authentication(99)],
  ['a number that is not there', message('T', Buffer.from([0, 9]))],
])('ends if a server sends %s', async (_what, sent) => {
  await using broken = await attacker((socket) => {
    socket.once('data', () => socket.write(sent));
  });
  const { code, err } = await mirror(broken);
  expect({ code, err }).toMatchObject({
    code: 6,
    err: expect.stringContaining('is not that of a PostgreSQL server') as string,
  });
});

it('sends no password in clear text without TLS', async () => {
  await using curious = await attacker((socket) => {
    socket.once('data', () => {
      // Byte by byte, past whoever looks for the whole message.
      for (const byte of authentication(3)) socket.write(Buffer.from([byte]));
    });
  });
  const { code, err } = await mirror(curious);
  expect(curious.received()).not.toContain(password);
  expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('clear text') as string });
});

it('keeps the password out of messages, whatever the server says', async () => {
  const words = [password, Buffer.from(password).toString('base64'), [...password].reverse().join('')];
  for (const word of words) {
    await using talkative = await attacker((socket) => {
      socket.once('data', () => {
        socket.write(message('E', Buffer.from(`SFATAL\0CXX000\0MYou said ${word}\0\0`)));
      });
    });
    const { code, err, out } = await mirror(talkative);
    expect(code).toBe(1);
    expect(err + out).not.toContain(word);
  }
});

/** A server that lets everybody in, and answers each statement with one row: what `rowOf` says of its text. */
function answering(
  rowOf: (sql: string) => Readonly<Record<string, string>>,
): Promise<Attack & AsyncDisposable> {
  return attacker((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([authentication(0), ready]));
      socket.on('data', (sent) => {
        const row = Object.entries(rowOf(sent.toString('latin1')));
        const count = Buffer.from([0, row.length]);
        const columns = row.map(([name, text]) => {
          // Rule: PostgreSQL, pg_type.dat: bool, json, timestamptz, text.
          const type = /^[tf]$/.test(text) ? 16 : text.startsWith('{') ? 114 : /^11/.test(text) ? 1184 : 25;
          const about = Buffer.alloc(18);
          about.writeInt32BE(type, 6);
          return Buffer.concat([Buffer.from(`${name}\0`), about]);
        });
        const values = row.map(([, text]) => {
          const length = Buffer.alloc(4);
          length.writeInt32BE(Buffer.byteLength(text));
          return Buffer.concat([length, Buffer.from(text)]);
        });
        socket.write(
          Buffer.concat([
            message('T', Buffer.concat([count, ...columns])),
            message('D', Buffer.concat([count, ...values])),
            message('C', Buffer.from('SELECT 1\0')),
            ready,
          ]),
        );
      });
    });
  });
}

it('keeps the password out of results, whatever the server claims to be', async () => {
  const word = 'horse-battery';
  await using talkative = await answering(() => ({ version: word, hasSchema: 'f', mayWrite: 't' }));
  const found = await probePostgres(addressOf(talkative), 'networks', word, tooLate()).catch(String);
  expect(found).not.toContain(word);
});

function stateFrom(server: Attack): Promise<unknown> {
  const access = {
    address: addressOf(server),
    password,
    throwIfStopped: () => undefined,
    most: limits.copy,
  };
  return withPostgres(access, (session) => readState(session, 'b', 'networks', 'mine'));
}

it.each([password, Buffer.from(password).toString('hex'), `${encodeURIComponent(password)}?`])(
  'keeps the password out of the state of a target, also as %s',
  async (word) => {
    await using talkative = await answering(() => ({
      there: 't',
      state: JSON.stringify({ version: 1, source: `{"baseUrl":"${word}"}`, asOf: null }),
    }));
    await expect(stateFrom(talkative)).rejects.toMatchObject({
      failure: { code: 'bad-arguments', detail: expect.not.stringContaining(word) as string },
    });
  },
);

it.each([
  ['that is no state', '{"version":1'],
  ['of a time that is none', '{"version":1,"source":"mine","asOf":-1e300}'],
  ['whose type pg reads by a pattern that takes hours', '1'.repeat(3_000_000)],
])('accepts no state %s', async (_what, state) => {
  await using server = await answering(() => ({ there: 't', state }));
  await expect(stateFrom(server)).rejects.toMatchObject({ failure: { code: 'newer-data' } });
});

it('shows a few words of a state of another mirror, without terminal commands', async () => {
  const source = '\u001b[2J\u202ehidden'.repeat(100_000);
  await using server = await answering(() => ({
    there: 't',
    state: JSON.stringify({ version: 1, source, asOf: null }),
  }));
  const { failure } = await stateFrom(server).then(
    () => ({ failure: null }),
    (error: unknown) => error as FailureError,
  );
  expect(failure?.detail).toMatch(/^[ -~]{100,2000}$/);
});

it.each([
  ['a negative count', { count: '-5' }, 'unreachable'],
  ['no count', { other: '5' }, 'unreachable'],
  ['more ids than rows', { count: '0', id: 'x' }, 'storage'],
])('marks nothing as gone for a server that answers %s', async (_what, row, code) => {
  await using server = await answering(() => row);
  const address = addressOf(server);
  const access = { address, password, throwIfStopped: () => undefined, most: limits.copy };
  const tables = {
    records: 'a',
    history: 'b',
    metrics: 'm',
    beyond: [],
    hasMetrics: true,
    hasNewSchema: false,
    states: 'c',
    columns: [],
    there: true,
  };
  const check = { missing: (ids: readonly string[]) => ids.map((id) => ({ id, removed: true })) };
  const marked = withPostgres(access, (session) =>
    markGone(
      session,
      tables,
      { ...check, close: () => undefined },
      { address, from: null, acceptRemovals: true, at: '' },
    ),
  );
  await expect(marked).rejects.toMatchObject({ failure: { code } });
});

it('ends over a long answer where main itself looks', async () => {
  await using server = await answering(() => ({
    version: '1'.repeat(200_000),
    hasSchema: 't',
    mayWrite: 't',
  }));
  await expect(probePostgres(addressOf(server), 'networks', password, tooLate())).rejects.toMatchObject({
    failure: { message: expect.stringContaining('is too long for a PostgreSQL server') as string },
  });
});

it('says in its own words of a sign-in that cannot be completed what to look at', async () => {
  await using strange = await attacker((socket) => {
    socket.once('data', () => {
      const ways = Buffer.concat([authentication(10).subarray(5), Buffer.from('OTHER-WAY\0\0')]);
      socket.write(message('R', ways));
    });
  });
  const { code, err } = await mirror(strange);
  expect({ code, err }).toMatchObject({
    code: 3,
    err: expect.stringContaining('does not complete the sign-in with a password') as string,
  });
  expect(err).not.toMatch(/SASL|mechanism/);
});

it('proves the password once, however often it is asked to at once', async () => {
  await using greedy = await attacker((socket) => {
    socket.once('data', () => {
      const sasl = Buffer.concat([authentication(10).subarray(5), Buffer.from('SCRAM-SHA-256\0\0')]);
      socket.write(message('R', sasl));
      socket.once('data', (first) => {
        const nonce = /r=([^,]+)$/.exec(first.toString('latin1'))?.[1] ?? '';
        const challenge = Buffer.from(`r=${nonce}more,s=c2FsdA==,i=100000`);
        const again = message('R', Buffer.concat([authentication(11).subarray(5), challenge]));
        socket.write(Buffer.concat(Array.from({ length: 200 }, () => again)));
        socket.once('data', () => socket.end(message('E', Buffer.from('SFATAL\0MNo.\0\0'))));
      });
    });
  });
  await probePostgres(addressOf(greedy), 'networks', password, tooLate()).catch(() => undefined);
  expect(greedy.received().split(',p=')).toHaveLength(2);
});

it('hears cancelling while a statement runs', async () => {
  let asked = 0;
  await using stuck = await attacker((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([authentication(0), ready]));
      socket.on('data', () => {
        asked += 1;
      });
    });
  });
  const { cli } = mirrorCommand(service, makeTemporaryFolder('hostile'), { PGPASSWORD: password });
  const run = cli(['mirror', 'networks', '--to', `postgres://rwa@127.0.0.1:${stuck.port.toString()}/a/b`], {
    signal: tooLate(),
    interrupt: () => expect.poll(() => asked).toBeGreaterThan(0),
  });
  expect(await run).toMatchObject({ code: 130, err: expect.stringContaining('stopped') as string });
});
