import { homedir } from 'node:os';
import { join, basename, extname } from 'node:path';
import { app } from 'electron';
import { askUser, chooseFileToOpen, chooseFileToSave } from './ask.ts';

/** A folder to save in where `extension` is null. */
export interface FileKind {
  readonly label: string;
  readonly extension: string | null;
}

/** Shows the system's dialog, which asks before it replaces a file. `name` has no extension. Returns null when it is cancelled. */
export async function chooseFile(
  title: string,
  name: string,
  { label, extension }: FileKind,
  furtherExtensions: readonly string[] = [],
): Promise<string | null> {
  // A dialog that saves only opens a folder that is there, as each export but the first finds it.
  if (extension === null)
    return chooseFileToOpen({
      title,
      defaultPath: downloads(),
      buttonLabel: 'Choose',
      properties: ['openDirectory', 'createDirectory'],
    });
  const path = await chooseFileToSave({
    title,
    defaultPath: join(downloads(), `${name}.${extension}`),
    filters: [{ name: label, extensions: [extension, ...furtherExtensions] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  // On Linux the dialog adds no ending to a typed name (`file_dialog_linux.cc`).
  return path === null || extname(path) !== '' ? path : `${path}.${extension}`;
}

/** The folder of downloads; where the system cannot name it, the home folder. */
function downloads(): string {
  try {
    return app.getPath('downloads');
  } catch {
    return homedir();
  }
}

/** Asks whether files may be replaced that no export wrote, or that were changed since. The default is no. */
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
