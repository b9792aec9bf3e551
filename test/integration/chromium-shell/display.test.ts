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

/** Answers a question, whose window is gone before the key or the button is up again. */
async function answerBy(act: Promise<void>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!String(error).includes('has been closed')) throw error;
  });
}

it('on a display the app has a window of its own, and asks in others what a system dialog would ask', (context) =>
  onDisplay(context, async (app, folder) => {
    await expect.poll(() => app.window.evaluate('[outerWidth, outerHeight]')).toEqual([900, 600]);
    expect(await app.window.evaluate("matchMedia('(display-mode: standalone)').matches")).toBe(true);

    const saved = call(app.window, 'proposeFile');
    const save = await questionOf(app);
    // What is proposed is selected: typing replaces it.
    await save.keyboard.type(path.join(folder, 'typed.txt'));
    await answerBy(save.keyboard.press('Enter'));
    expect(await saved).toBe(path.join(folder, 'typed.txt'));

    const cancelled = call(app.window, 'proposeFile');
    await answerBy((await questionOf(app)).keyboard.press('Escape'));
    expect(await cancelled).toBe('');

    const options = {
      message: 'Sure?',
      detail: '<b>Of <this>?',
      buttons: ['No', 'Yes', 'Later'],
      defaultId: 1,
      cancelId: 0,
    };
    const agreed = call(app.window, 'ask', options);
    const question = await questionOf(app);
    await expect.poll(() => question.getByText('<b>Of <this>?').isVisible()).toBe(true);
    await answerBy(question.keyboard.press('Enter'));
    expect(await agreed).toMatchObject({ response: 1 });

    const later = call(app.window, 'ask', options);
    await answerBy((await questionOf(app)).getByRole('button', { name: 'Later' }).click());
    expect(await later).toMatchObject({ response: 2 });

    const closed = call(app.window, 'ask', options);
    await (await questionOf(app)).close();
    expect(await closed).toMatchObject({ response: 0 });
  }));
