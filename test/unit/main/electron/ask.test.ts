import { beforeEach, expect, it, vi } from 'vitest';
import { askUser, chooseFileToOpen, chooseFileToSave, isAsking } from '../../../../main/electron/ask.ts';

/** Dialogs of the system, and the window that each belongs to. */

const window = { isVisible: vi.fn(() => true), show: vi.fn() };
const system = vi.hoisted(() => ({
  windows: [] as unknown[],
  showMessageBox: vi.fn((..._asked: unknown[]) => Promise.resolve({ response: 0 })),
  showOpenDialog: vi.fn((..._asked: unknown[]) => Promise.resolve({ canceled: false, filePaths: ['/a'] })),
  showSaveDialog: vi.fn((..._asked: unknown[]) => Promise.resolve({ canceled: false, filePath: '/b' })),
}));

vi.mock('electron', () => ({
  BrowserWindow: { getAllWindows: () => system.windows },
  dialog: system,
}));

beforeEach(() => {
  system.windows = [window];
  vi.clearAllMocks();
});

const question = { message: 'Sure?', detail: 'Of this.', agree: 'Yes' };

it('a dialog belongs to the window, where there is one', async () => {
  expect(await askUser(question)).toBe(true);
  expect(await chooseFileToOpen({ title: 'Open' })).toBe('/a');
  expect(await chooseFileToSave({ title: 'Save' })).toBe('/b');
  for (const { mock } of [system.showMessageBox, system.showOpenDialog, system.showSaveDialog])
    expect(mock.lastCall?.[0]).toBe(window);
  system.windows = [];
  await askUser(question);
  expect(system.showMessageBox.mock.lastCall).toHaveLength(1);
});

it('a window that nobody sees is shown before it asks', async () => {
  window.isVisible.mockReturnValueOnce(false);
  await askUser(question);
  expect(window.show).toHaveBeenCalledOnce();
});

it('one question is asked after the other, also where one cannot be shown', async () => {
  const first = Promise.withResolvers<{ response: number }>();
  system.showMessageBox.mockReturnValueOnce(first.promise);
  const asked = [askUser(question), askUser(question)];
  await new Promise(setImmediate);
  expect(system.showMessageBox).toHaveBeenCalledOnce();
  expect(isAsking()).toBe(true);
  first.reject(new Error('no display'));
  await expect(asked[0]).rejects.toThrow('no display');
  expect(await asked[1]).toBe(true);
  expect(isAsking()).toBe(false);
});
