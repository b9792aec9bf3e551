import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { chooseFile } from '../../../../main/electron/saveDialog.ts';

vi.mock('electron', () => ({
  app: {
    getPath(name: string) {
      throw new Error(`Failed to get '${name}' path`);
    },
  },
  BrowserWindow: { getAllWindows: () => [] },
  dialog: {
    showSaveDialog: ({ defaultPath }: Electron.SaveDialogOptions) =>
      Promise.resolve({ canceled: false, filePath: defaultPath }),
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
