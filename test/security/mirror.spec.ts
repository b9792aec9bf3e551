import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, type App } from '../e2e/fixtures/app.ts';

/** Calls the bridge as a page that was taken over would, without the dialog. */
async function callFromPage(
  app: App,
  call: 'testMirrorTarget' | 'saveMirror',
  args: object,
): Promise<unknown> {
  return app.window.evaluate(
    async ([name, given]) => {
      const { bridge } = window as unknown as {
        bridge: Record<string, (args: unknown) => Promise<unknown>>;
      };
      return bridge[name]?.(given);
    },
    [call, args] as const,
  );
}

test.use({ begin: 'welcome' });

test('a page has no records sent to a server of its own choice: the user is asked first', async ({ app }) => {
  let connections = 0;
  await using thief = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  thief.listen(0, '127.0.0.1');
  await once(thief, 'listening');
  const listening = thief.address();
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0;
  const address = {
    host: '127.0.0.1',
    port,
    database: 'a',
    user: 'a',
    schema: 'a',
    tls: 'off',
  };
  const content = {
    name: 'Stolen',
    connectionId: 'sample',
    resource: 'networks',
    address,
    days: 7,
    everyMinutes: 1,
  };
  const cancelled = { ok: false, failure: { code: 'cancelled' } };

  await app.answerMessageBox(1);
  expect(await callFromPage(app, 'testMirrorTarget', { resource: 'networks', address })).toMatchObject(
    cancelled,
  );
  await app.answerMessageBox(1);
  expect(await callFromPage(app, 'saveMirror', { content })).toMatchObject(cancelled);
  expect(connections).toBe(0);

  // A target that the user agrees to is asked about once and for all.
  await app.answerMessageBox(0);
  expect(await callFromPage(app, 'testMirrorTarget', { resource: 'networks', address })).toMatchObject({
    failure: { code: 'unreachable' },
  });
  expect(await callFromPage(app, 'saveMirror', { content })).toMatchObject({ ok: true });
  expect(connections).toBe(1);

  // Another tenant of the same host is another target.
  const others = [
    { database: 'b' },
    { user: 'b' },
    { schema: 'b' },
    { host: 'localhost' },
    { tls: 'verify' },
  ].map((change) => ({ resource: 'networks', address: { ...address, ...change } }));
  for (const request of [...others, { resource: 'networks', address, secret: 'of another tenant' }]) {
    await app.answerMessageBox(1);
    expect(await callFromPage(app, 'testMirrorTarget', request)).toMatchObject(cancelled);
  }
  await app.answerMessageBox(1);
  expect(await callFromPage(app, 'saveMirror', { content, secret: 'of another tenant' })).toMatchObject(
    cancelled,
  );
  expect(connections).toBe(1);
});
