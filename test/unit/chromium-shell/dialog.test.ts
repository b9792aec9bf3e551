import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Dialog } from '../../chromium-shell/dialog.ts';

/** The save dialog of a window on the screen, with a user who answers from a list. */

it('asks before a file is replaced, and for another name where it may not be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dialog-'));
  await writeFile(join(folder, 'there.csv'), 'mine');
  const asked: string[] = [];
  const answers: (string | boolean)[] = ['there.csv', false, 'there.csv', true];
  const dialog = new Dialog({
    control: { takeAnswer: () => undefined, report: () => undefined },
    downloadsFolder: () => folder,
    asking: {
      prompt: () => Promise.resolve(String(answers.shift())),
      confirm(text) {
        asked.push(text);
        return Promise.resolve(answers.shift() === true);
      },
    },
  });
  const properties = ['showOverwriteConfirmation' as const];
  const saved = await dialog.showSaveDialog({ defaultPath: 'new.csv', properties });
  expect(saved).toEqual({ canceled: false, filePath: join(folder, 'there.csv') });
  expect(asked).toEqual(Array(2).fill(`${join(folder, 'there.csv')} exists already. Replace it?`));
  expect(answers).toEqual([]);
});
