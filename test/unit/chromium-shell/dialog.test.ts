import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Dialog } from '../../chromium-shell/dialog.ts';
import type { Question, Reply } from '../../chromium-shell/question.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

/** The save dialog of a window on the screen, with a user who answers from a list. */

it('asks before a file is replaced, and for another name where it may not be', async () => {
  const folder = makeTemporaryFolder('dialog');
  await writeFile(join(folder, 'there.csv'), 'mine');
  const asked: Question[] = [];
  const replies: Reply[] = [
    { button: 0, text: 'there.csv' },
    { button: 1, text: '' },
    { button: 0, text: 'there.csv' },
    { button: 0, text: '' },
  ];
  const dialog = new Dialog({
    windows: [],
    control: { takeAnswer: () => undefined, report: () => undefined },
    downloadsFolder: () => folder,
    isReady: () => true,
    ask(question) {
      asked.push(question);
      return Promise.resolve(replies.shift());
    },
  });
  const properties = ['showOverwriteConfirmation' as const];
  const saved = await dialog.showSaveDialog({ defaultPath: 'new.csv', properties });
  expect(saved).toEqual({ canceled: false, filePath: join(folder, 'there.csv') });
  expect(asked.filter(({ entry }) => entry === undefined).map(({ message }) => message)).toEqual(
    Array(2).fill(`${join(folder, 'there.csv')} exists already. Replace it?`),
  );
  expect(replies).toEqual([]);
});

it('opens a folder that is there, as Windows and GTK do, and asks for a name in it', async () => {
  const folder = makeTemporaryFolder('dialog');
  const replies: Reply[] = [
    { button: 0, text: folder },
    { button: 0, text: join(folder, 'new.csv') },
  ];
  const entries: unknown[] = [];
  const dialog = new Dialog({
    windows: [],
    control: { takeAnswer: () => undefined, report: () => undefined },
    downloadsFolder: () => '/',
    isReady: () => true,
    ask({ entry }) {
      entries.push(entry);
      return Promise.resolve(replies.shift());
    },
  });
  const saved = await dialog.showSaveDialog({ defaultPath: 'new' });
  expect(saved).toEqual({ canceled: false, filePath: join(folder, 'new.csv') });
  expect(entries).toEqual(['/new', folder]);
});

it('is canceled if there is no way to ask the user', async () => {
  const dialog = new Dialog({
    windows: [],
    control: { takeAnswer: () => undefined, report: () => undefined },
    downloadsFolder: tmpdir,
    isReady: () => true,
    ask: () => Promise.resolve(undefined),
  });
  expect(await dialog.showSaveDialog({ defaultPath: 'new.csv' })).toEqual({ canceled: true, filePath: '' });
  expect(await dialog.showOpenDialog({})).toEqual({ canceled: true, filePaths: [] });
  const question = { message: 'Sure?', buttons: ['Yes', 'No'], defaultId: 0, cancelId: 1 };
  expect(await dialog.showMessageBox(question)).toEqual({ response: 1, checkboxChecked: false });
});
