import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { listen, sendJson } from '../../../support/httpServer.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { startService } from '../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { commandLine } from '../../../support/built.ts';

/** The command line at a terminal: a pseudo terminal of Python's, which types and writes down all that is shown. */

/** Types `answer` where the prompt comes, and prints what the terminal showed and the exit code. */
const program = `import os, pty, sys
shown = b''
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
answered = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
    sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()
    if not answered and b'API key: ' in shown:
        answered = True
        os.write(terminal, sys.argv[1].encode().decode('unicode_escape').encode())
_, status = os.waitpid(pid, 0)
sys.stdout.write('\\n' + str(os.waitstatus_to_exitcode(status)))`;

async function atTerminal(
  typed: string,
  argv: readonly string[],
  { key = '', onShown }: { key?: string; onShown?: (text: string) => void } = {},
): Promise<string> {
  const folder = makeTemporaryFolder('terminal');
  return new Promise((resolve) => {
    const child = execFile(
      'python3',
      ['-c', program, typed, process.execPath, commandLine, ...argv, '--user-data-dir', folder],
      { env: { ...process.env, RWA_API_KEY: key } },
      (_error, out) => {
        resolve(out);
      },
    );
    child.stdout?.on('data', (text) => onShown?.(String(text)));
  });
}

it.each([
  ['query', 'networks', '--all'],
  ['sync', 'networks'],
  ['export', 'networks', '--out', '/dev/null', '--format', 'csv'],
])('%s shows how far it is while the service makes it wait, and removes that line', async (...argv) => {
  const seen = Promise.withResolvers<null>();
  await using server = await listen((request, response) => {
    void seen.promise.then(() => {
      sendJson(response, 200, pageOf([{ id: 1, name: 'One' }], queryOf(request).pagination));
    });
  });
  const out = await atTerminal('', [...argv, '--base-url', server.url], {
    key: 'key',
    onShown: (text) => {
      if (/\r\d+ records/.test(text)) seen.resolve(null);
    },
  });
  expect(out).toContain('\u001B[K\r\u001B[K');
  expect(out.split('\u001B[K').at(-1)).toMatch(/"(id|resource|path)"/);
  expect(out.trim().endsWith('0')).toBe(true);
});

describe('key set at a terminal', () => {
  it('asks for the key and shows nothing of it', async () => {
    await using service = await startService({ assets: 30, transactions: 200, seed: 7 });
    // A slip of the finger and a correction on the way: the key that is tested is the corrected one.
    const out = await atTerminal(`${service.key}x\\x7f\\r`, ['key', 'set', '--base-url', service.url]);
    expect(out).toContain('API key: ');
    expect(out).not.toContain(service.key);
    // The service takes it; whether it can be kept is up to the keychain of this computer.
    expect(out).toMatch(/is in the keychain|The service accepted the key/);
  });

  it('stores nothing when it is canceled', async () => {
    const out = await atTerminal('secret\\x03', ['key', 'set', '--base-url', 'http://127.0.0.1:1']);
    expect(out).toContain('Nothing was stored.');
    expect(out).not.toContain('secret');
    expect(out.trim().endsWith('2')).toBe(true);
  });
});
