import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import { expect, test, type App } from '../e2e/fixtures/app.ts';

/** Calls the bridge as a page that was taken over would, without the dialog. */
async function callFromPage(
  app: App,
  call: 'testMirrorTarget' | 'saveMirror' | 'removeMirror',
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

function mirrorIn(saved: unknown): { id: string } {
  return z.object({ value: z.object({ mirror: z.object({ id: z.string() }) }) }).parse(saved).value.mirror;
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
  const canceled = { ok: false, failure: { code: 'canceled' } };

  const copied = { connectionId: 'sample', resource: 'networks', address };
  await app.answerMessageBox(1);
  expect(await callFromPage(app, 'testMirrorTarget', copied)).toMatchObject(canceled);
  await app.answerMessageBox(1);
  expect(await callFromPage(app, 'saveMirror', { content })).toMatchObject(canceled);
  expect(connections).toBe(0);

  // A target that the user agrees to is asked about once and for all.
  await app.answerMessageBox(0);
  expect(await callFromPage(app, 'testMirrorTarget', copied)).toMatchObject({
    failure: { code: 'unreachable' },
  });
  const saved = await callFromPage(app, 'saveMirror', { content });
  expect(saved).toMatchObject({ ok: true });
  expect(connections).toBe(1);

  // Another tenant of the same host is another target, and other records change what is in this one.
  const others = [
    ...[{ database: 'b' }, { user: 'b' }, { schema: 'b' }, { host: 'localhost' }, { tls: 'verify' }].map(
      (change) => ({ ...copied, address: { ...address, ...change } }),
    ),
    { ...copied, secret: 'of another tenant' },
    { ...copied, resource: 'issuers' },
    { ...copied, filter: { field: 'name', operator: 'equals', value: 'nothing' } },
  ];
  for (const request of others) {
    await app.answerMessageBox(1);
    expect(await callFromPage(app, 'testMirrorTarget', request)).toMatchObject(canceled);
    const { secret, ...changed } = { secret: undefined, ...request };
    await app.answerMessageBox(1);
    expect(
      await callFromPage(app, 'saveMirror', {
        content: { ...content, ...changed },
        ...(secret === undefined ? {} : { secret }),
      }),
    ).toMatchObject(canceled);
  }
  expect(connections).toBe(1);

  // With a mirror its password is gone.
  await app.answerMessageBox(1);
  const { id } = mirrorIn(saved);
  expect(await callFromPage(app, 'removeMirror', { id })).toMatchObject(canceled);
  await app.answerMessageBox(0);
  expect(await callFromPage(app, 'removeMirror', { id })).toMatchObject({ ok: true });
});
