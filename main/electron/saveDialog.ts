import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, basename } from 'node:path';
import { app } from 'electron';
import { askUser, chooseFileToOpen, chooseFileToSave } from './ask.ts';

/** Shows a dialog for a folder; a save dialog would only open existing ones. Null if canceled. */
export function chooseFolder(title: string): Promise<string | null> {
  return chooseFileToOpen({
    title,
    defaultPath: downloads(),
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory'],
  });
}

/** Returns a new file, or one that the user agreed to replace; null if canceled. `name` has no extension. */
export async function chooseFile(
  title: string,
  name: string,
  { label, extension }: { readonly label: string; readonly extension: string },
  furtherExtensions: readonly string[] = [],
): Promise<string | null> {
  const extensions = [extension, ...furtherExtensions];
  const path = await chooseFileToSave({
    title,
    defaultPath: join(downloads(), `${name}.${extension}`),
    filters: [{ name: label, extensions }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  // On Linux (`file_dialog_linux.cc`) the dialog has asked about the name without the extension.
  if (path === null || process.platform !== 'linux') return path;
  if (extensions.some((known) => path.toLowerCase().endsWith(`.${known}`))) return path;
  const withExtension = `${path}.${extension}`;
  return existsSync(withExtension) ? path : withExtension;
}

function downloads(): string {
  try {
    return app.getPath('downloads');
  } catch {
    return homedir();
  }
}

/** Asks whether to replace files that no export wrote, or that changed since. The default is no. */
export async function mayReplace(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  const names = files.map((file) => basename(file)).join(' and ');
  return askUser({
    message: `Replace ${names}?`,
    detail:
      'This was not written by an export, or it has changed since. Replacing it deletes its current contents. An export also writes a description of its source next to its file.',
    agree: 'Replace',
  });
}
