import { join } from 'node:path';
import { app } from 'electron';
import { chooseFileToSave } from './ask.ts';

/** A folder to save in where `extension` is null. */
export interface FileKind {
  readonly label: string;
  readonly extension: string | null;
}

/** Shows the system's save dialog, which asks before it replaces a file. `name` has no extension. Returns null when it is cancelled. */
export async function chooseFile(
  title: string,
  name: string,
  { label, extension }: FileKind,
  furtherExtensions: readonly string[] = [],
): Promise<string | null> {
  return chooseFileToSave({
    title,
    defaultPath: join(app.getPath('downloads'), extension === null ? name : `${name}.${extension}`),
    ...(extension === null
      ? {}
      : { filters: [{ name: label, extensions: [extension, ...furtherExtensions] }] }),
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
}
