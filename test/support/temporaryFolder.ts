import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const folders: string[] = [];

/** Makes a folder for temporary files, which is removed when this process ends. */
export function makeTemporaryFolder(name: string): string {
  if (folders.length === 0) process.on('exit', removeAll).on('SIGTERM', exit);
  const folder = mkdtempSync(path.join(tmpdir(), `rwa-${name}-`));
  folders.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Without a listener the signal ends a process before its `exit` event. */
function exit(): void {
  process.exit(143);
}
