import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const folders: string[] = [];
let listening = false;

/** Makes a folder for temporary files, which is removed after the tests of a file, or when this process ends. */
export function makeTemporaryFolder(name: string): string {
  if (!listening) process.on('exit', removeTemporaryFolders).on('SIGTERM', exit);
  listening = true;
  const folder = mkdtempSync(path.join(tmpdir(), `rwa-${name}-`));
  folders.push(folder);
  return folder;
}

/** Removes the folders that this process has made so far. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Without a listener the signal ends a process before its `exit` event. */
function exit(): void {
  process.exit(143);
}
