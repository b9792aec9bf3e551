import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseFile, chooseFolder } from '../../../../main/electron/saveDialog.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

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

/** Elsewhere the dialog itself knows downloads and endings. */
beforeEach(() => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  return () => void vi.restoreAllMocks();
});

it('offers the home folder where the system names no folder for downloads', async () => {
  expect(await chooseFile('Export', 'assets', { label: 'CSV', extension: 'csv' })).toBe(
    join(homedir(), 'assets.csv'),
  );
});

it('has a folder chosen that is there, or made in the dialog', async () => {
  expect(await chooseFolder('Export')).toBe(`openDirectory,createDirectory ${homedir()}`);
});

it.each([
  ['figures', 'figures.csv'],
  ['figures.CSV', 'figures.CSV'],
  ['figures.tsv', 'figures.tsv'],
  ['assets 30.11', 'assets 30.11.csv'],
  ['v1.2 figures', 'v1.2 figures.csv'],
  // The dialog has asked about the name as it was typed, and about no other file.
  ['taken', 'taken'],
])('gives a name that is typed without an ending its own, where no file has it: %s', async (name, path) => {
  const folder = makeTemporaryFolder('save');
  await writeFile(join(folder, 'taken.csv'), '');
  typed.name = join(folder, name);
  const file = await chooseFile('Export', 'assets', { label: 'CSV', extension: 'csv' }, ['tsv']);
  expect(file).toBe(join(folder, path));
});

it.each(['darwin', 'win32'] as const)('leaves the ending to the dialog on %s', async (platform) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  typed.name = '/figures.txt';
  expect(await chooseFile('Export', 'assets', { label: 'CSV', extension: 'csv' })).toBe('/figures.txt');
});
