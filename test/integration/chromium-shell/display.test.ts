import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import type { Running } from '../../e2e/fixtures/runningApp.ts';
import { call, onDisplay } from './fixtureApp.ts';

/** The window in which the app asks, once it is there. */
async function questionOf(app: Running): Promise<Page> {
  const pages = (): Page[] => app.window.context().pages();
  await expect.poll(() => pages().some((page) => page.url() === 'about:blank')).toBe(true);
  const page = pages().find((one) => one.url() === 'about:blank');
  if (page === undefined) throw new Error('There is no question.');
  await page.getByRole('button').first().waitFor();
  return page;
}

/** Answers a question, whose window is gone before the key or the button is up again, and waits until it is. */
async function answer(app: Running, act: (question: Page) => Promise<void>): Promise<void> {
  const question = await questionOf(app);
  await act(question).catch((error: unknown) => {
    if (!String(error).includes('has been closed')) throw error;
  });
  await expect.poll(() => question.isClosed()).toBe(true);
}

it('on a display the app has a window of its own, and asks in others what a system dialog would ask @nightly', (context) =>
  onDisplay(context, async (app, folder) => {
    await expect.poll(() => app.window.evaluate('[outerWidth, outerHeight]')).toEqual([900, 600]);
    expect(await app.window.evaluate("matchMedia('(display-mode: standalone)').matches")).toBe(true);

    const saved = call(app.window, 'proposeFile');
    await answer(app, async ({ keyboard }) => {
      // What is proposed is selected: typing replaces it.
      await keyboard.type(path.join(folder, 'typed.txt'));
      await keyboard.press('Enter');
    });
    expect(await saved).toBe(path.join(folder, 'typed.txt'));

    const canceled = call(app.window, 'proposeFile');
    await answer(app, ({ keyboard }) => keyboard.press('Escape'));
    expect(await canceled).toBe('');

    const options = {
      message: 'Sure?',
      detail: '<b>Of <this>?',
      buttons: ['No', 'Yes', 'Later'],
      defaultId: 1,
      cancelId: 0,
    };
    const agreed = call(app.window, 'ask', options);
    await answer(app, async (question) => {
      await expect.poll(() => question.getByText('<b>Of <this>?').isVisible()).toBe(true);
      await question.keyboard.press('Enter');
    });
    expect(await agreed).toMatchObject({ response: 1 });

    const later = call(app.window, 'ask', options);
    await answer(app, (question) => question.getByRole('button', { name: 'Later' }).click());
    expect(await later).toMatchObject({ response: 2 });

    const closed = call(app.window, 'ask', options);
    await answer(app, (question) => question.close());
    expect(await closed).toMatchObject({ response: 0 });
  }));
