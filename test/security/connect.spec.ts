import { answering } from '../support/httpServer.ts';
import type { Bridge, Session } from '../../preload/contract/bridge.ts';
import type { Result } from '../../preload/contract/failures.ts';
import { expect, test, type WindowApp } from '../e2e/fixtures/app.ts';

/** Has a key sent to a base URL, as a page that was taken over would: by the bridge, without the form. */
function connectFromPage(
  app: WindowApp,
  baseUrl: string,
  key = 'what-the-page-wants-to-tell',
): Promise<Result<Session>> {
  return app.window.evaluate(
    (access) => (window as unknown as { readonly bridge: Bridge }).bridge.connect(access),
    { baseUrl, key },
  );
}

test.use({ begin: 'welcome' });

test('a page has nothing sent to a base URL of its own choice: the user is asked first', async ({ app }) => {
  await using thief = await answering(200, { results: [] });
  // As whoever presses Escape, or closes the question.
  await app.answerMessageBox(1);
  expect(await connectFromPage(app, thief.url)).toMatchObject({ ok: false, failure: { code: 'canceled' } });
  expect(thief.requests).toEqual([]);

  // A base URL that the user agrees to is asked, once and for all.
  await app.answerMessageBox(0);
  expect(await connectFromPage(app, thief.url)).toMatchObject({ ok: true });
  expect(thief.requests).not.toEqual([]);
  expect(await connectFromPage(app, thief.url)).toMatchObject({ ok: true });
});

test('a page neither stores, replaces nor forgets a key: the user is asked first', async ({
  windowApp: app,
}) => {
  const canceled = { ok: false, failure: { code: 'canceled' } };
  await using service = await answering(200, { results: [] });
  await app.answerMessageBox(0);
  const connected = await connectFromPage(app, service.url, 'key-of-the-user');
  expect(connected).toMatchObject({ ok: true });
  const connectionId = connected.ok ? (connected.value.activeConnectionId ?? '') : '';
  const before = service.requests.length;

  // Whoever has made the key of a page could read the queries of the user.
  await app.answerMessageBox(1);
  expect(await connectFromPage(app, service.url, 'key-of-the-page')).toMatchObject(canceled);
  expect(service.requests.length).toBe(before);
  const forget = (): Promise<Result<Session>> =>
    app.window.evaluate(
      (id) => (window as unknown as { readonly bridge: Bridge }).bridge.forgetKey({ connectionId: id }),
      connectionId,
    );
  await app.answerMessageBox(1);
  expect(await forget()).toMatchObject(canceled);
  // The one that is stored is still the user's: it is taken without a question.
  expect(await connectFromPage(app, service.url, 'key-of-the-user')).toMatchObject({
    ok: true,
    value: { key: { lastFour: 'user' } },
  });

  await app.answerMessageBox(0);
  expect(await connectFromPage(app, service.url, 'key-of-another-account')).toMatchObject({
    ok: true,
    value: { key: { lastFour: 'ount' } },
  });
  await app.answerMessageBox(0);
  expect(await forget()).toMatchObject({ ok: true, value: { key: { present: false } } });

  await app.answerMessageBox(1);
  expect(await connectFromPage(app, service.url, 'key-of-the-page')).toMatchObject(canceled);
  await app.answerMessageBox(0);
  expect(await connectFromPage(app, service.url, 'key-of-the-user')).toMatchObject({ ok: true });
});
