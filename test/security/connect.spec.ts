import { answering } from '../support/httpServer.ts';
import { expect, test, type App } from '../e2e/fixtures/app.ts';

/** Has a key sent to a base URL, as a page that was taken over would: by the bridge, without the form. */
async function connectFromPage(app: App, baseUrl: string): Promise<unknown> {
  return app.window.evaluate(async (url) => {
    const { bridge } = window as unknown as {
      bridge: Record<'connect', (args: unknown) => Promise<unknown>>;
    };
    return bridge.connect({ baseUrl: url, key: 'what-the-page-wants-to-tell' });
  }, baseUrl);
}

test.use({ begin: 'welcome' });

test('a page has nothing sent to a base URL of its own choice: the user is asked first', async ({ app }) => {
  await using thief = await answering(200, { results: [] });
  // As whoever presses Escape, or closes the question.
  await app.answerMessageBox(1);
  expect(await connectFromPage(app, thief.url)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(thief.requests).toEqual([]);

  // A base URL that the user agrees to is asked, once and for all.
  await app.answerMessageBox(0);
  expect(await connectFromPage(app, thief.url)).toMatchObject({ ok: true });
  expect(thief.requests).not.toEqual([]);
  expect(await connectFromPage(app, thief.url)).toMatchObject({ ok: true });
});
