import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const folders: string[] = [];
const closers: (() => Promise<void>)[] = [];
let listening = false;

/** Creates a folder that is removed after the tests of a file, or when this process ends. */
export function makeTemporaryFolder(name: string): string {
  if (!listening) process.on('exit', removeTemporaryFolders).on('SIGTERM', exit);
  listening = true;
  const folder = mkdtempSync(path.join(tmpdir(), `rwa-${name}-`));
  folders.push(folder);
  return folder;
}

export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = makeTemporaryFolder('test');
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Keeps the times of files. */
export function copyOfFolder(from: string): Disposable & { readonly path: string } {
  const folder = temporaryFolder();
  cpSync(from, folder.path, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** Closes something after the tests of a file, before its folder is removed. */
export function closeAfterFile(close: () => Promise<void>): void {
  closers.push(close);
}

export async function endFile(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
  removeTemporaryFolders();
}

function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Without a listener, the signal ends the process before its `exit` event. */
function exit(): void {
  process.exit(143);
}
