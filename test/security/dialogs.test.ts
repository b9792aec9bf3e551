import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onDisplay } from '../integration/chromium-shell/fixtureApp.ts';

/** The questions of the app, while a page that was taken over would like to answer them. */

it('a page answers none of the app’s questions: it writes no file, opens no link, agrees to nothing', (context) =>
  onDisplay(context, async (app, folder) => {
    const file = path.join(folder, 'written.txt');
    const answers = await app.window.evaluate(async (target) => {
      Object.assign(globalThis, { confirm: () => true, prompt: () => target, alert: () => undefined });
      // The user answers nothing meanwhile.
      const unanswered = new Promise((resolve) => setTimeout(resolve, 3000, 'unanswered'));
      const { fixture } = globalThis;
      const question = { message: 'Open?', buttons: ['Open', 'Cancel'], defaultId: 0, cancelId: 1 };
      return Promise.all([
        Promise.race([fixture.call('save', 'taken'), unanswered]),
        Promise.race([fixture.call('ask', question), unanswered]),
      ]);
    }, file);
    expect(existsSync(file)).toBe(false);
    expect(answers).toEqual(['unanswered', 'unanswered']);
  }));
