import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { chooseFile } from '../../../../main/electron/saveDialog.ts';

const typed = vi.hoisted(() => ({ name: null as string | null }));

vi.mock('electron', () => ({
  app: {
    getPath(name: string) {
      throw new Error(`Failed to get '${name}' path`);
    },
  },
  BrowserWindow: { getAllWindows: () => [] },
  dialog: {
    showSaveDialog: ({ defaultPath }: Electron.SaveDialogOptions) =>
      Promise.resolve({ canceled: false, filePath: typed.name ?? defaultPath }),
    showOpenDialog: ({ defaultPath, properties = [] }: Electron.OpenDialogOptions) =>
      Promise.resolve({ canceled: false, filePaths: [`${properties.join()} ${defaultPath ?? ''}`] }),
  },
}));

it('offers the home folder where the system names no folder for downloads', async () => {
  expect(await chooseFile('Export', 'assets', { label: 'CSV', extension: 'csv' })).toBe(
    join(homedir(), 'assets.csv'),
  );
});

it('has a folder chosen that is there, or made in the dialog', async () => {
  expect(await chooseFile('Export', 'assets', { label: 'Parquet', extension: null })).toBe(
    `openDirectory,createDirectory ${homedir()}`,
  );
});

it.each([
  ['/home/me/figures', '/home/me/figures.csv'],
  ['/home/me/figures.txt', '/home/me/figures.txt'],
])('gives a name that is typed without an ending its own: %s', async (name, path) => {
  typed.name = name;
  expect(await chooseFile('Export', 'assets', { label: 'CSV', extension: 'csv' })).toBe(path);
});
