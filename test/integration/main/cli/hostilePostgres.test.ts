import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withPostgres } from '../../../../main/features/mirrors/postgres/connect.ts';
import { probePostgres } from '../../../../main/features/mirrors/postgres/probe.ts';
import { readState } from '../../../../main/features/mirrors/postgres/state.ts';
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

it('ends over a server that is silent, and over one that lets in and then trickles for ever', async () => {
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

it('ends over a server that answers gigabytes, in bounded memory', async () => {
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
])('ends over a server that sends %s', async (_what, sent) => {
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

it('has no password in a message, whatever the server says', async () => {
  const words = [password, Buffer.from(password).toString('base64'), [...password].reverse().join('')];
  for (const word of words) {
    await using talkative = await attacker((socket) => {
      socket.once('data', () => {
        socket.write(message('E', Buffer.from(`SFATAL\0CXX000\0MYou said ${word}\0\0`)));
      });
    });
    const { code, err, out } = await mirror(talkative);
    expect(code).not.toBe(0);
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
          // Rule: PostgreSQL, pg_type.dat: bool, text, json.
          const type = /^[tf]$/.test(text) ? 16 : text.startsWith('{') ? 114 : 25;
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

it('has no password in what it found, whatever the server says that it is', async () => {
  const word = 'horse-battery';
  await using talkative = await answering(() => ({ version: word, hasSchema: 'f', mayWrite: 't' }));
  const found = await probePostgres(addressOf(talkative), 'networks', word, tooLate()).catch(String);
  expect(found).not.toContain(word);
});

it.each([password, Buffer.from(password).toString('hex'), `${encodeURIComponent(password)}?`])(
  'has no password in what it says of the state of a target, also as %s',
  async (word) => {
    await using talkative = await answering(() => ({
      there: 't',
      state: JSON.stringify({ version: 1, source: `{"baseUrl":"${word}"}`, asOf: null }),
    }));
    const access = { address: addressOf(talkative), password, throwIfStopped: () => undefined };
    const refused = withPostgres(access, (session) => readState(session, 'b', 'networks', 'mine'));
    await expect(refused).rejects.toMatchObject({
      failure: { code: 'bad-arguments', detail: expect.not.stringContaining(word) as string },
    });
  },
);

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
