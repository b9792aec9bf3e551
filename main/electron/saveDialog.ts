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

/** Returns a title as a file name that every system takes, at most 80 characters long; `fallback` where nothing is left of it. */
export function fileNameOf(title: string, fallback: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? fallback : plain.slice(0, 80);
}
