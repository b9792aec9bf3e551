import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { startExportThread, type ExportThread } from '../../exports/thread/exportThread.ts';
import type { VerifyOptions } from '../../exports/verify.ts';
import { codeOf } from './folderStorage.ts';
import { manifestName, readManifest, type Manifest, type ManifestFile } from './manifest.ts';

/** What was found of a mirror in a folder. */
export interface MirrorVerification {
  readonly path: string;
  readonly state: 'unchanged' | 'changed';
  /** One sentence for the user. */
  readonly message: string;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** Paths of files that the manifest names and that are not there, or are not those that were written. */
  readonly missing: readonly string[];
  readonly changed: readonly string[];
}

/**
 * Checks the files of the mirrors in a folder against their manifests. `chosen` is the folder, that of one resource, or its manifest.
 * @returns null where there is no manifest
 * @throws FailureError `cancelled`, or `newer-data` for a manifest that cannot be read
 */
export async function verifyMirror(
  chosen: string,
  { workerUrl, signal, onProgress }: VerifyOptions,
): Promise<MirrorVerification[] | null> {
  const manifests = await findManifests(chosen);
  if (manifests.length === 0) return null;
  const total = manifests.reduce((sum, { manifest }) => sum + bytesOf(manifest), 0);
  let done = 0;
  const thread = startExportThread({
    workerUrl,
    path: chosen,
    signal,
    onProgress: ({ bytes }) => onProgress?.(done + bytes, total),
  });
  try {
    const found: MirrorVerification[] = [];
    for (const { folder, manifest } of manifests) {
      const missing: string[] = [];
      const changed: string[] = [];
      for (const file of manifest.files) {
        const state = await stateOf(thread, join(folder, file.path), file);
        if (state !== 'unchanged') (state === 'missing' ? missing : changed).push(file.path);
        done += file.bytes;
      }
      found.push(described(folder, manifest, missing, changed));
    }
    return found;
  } finally {
    await thread.end();
  }
}

async function findManifests(chosen: string): Promise<{ folder: string; manifest: Manifest }[]> {
  if (basename(chosen) === manifestName) return manifestIn(dirname(chosen));
  const own = await manifestIn(chosen);
  if (own.length > 0) return own;
  const names = await readdir(chosen).catch(() => []);
  return (await Promise.all(names.sort().map((name) => manifestIn(join(chosen, name))))).flat();
}

async function manifestIn(folder: string): Promise<{ folder: string; manifest: Manifest }[]> {
  try {
    return [{ folder, manifest: readManifest(await readFile(join(folder, manifestName), 'utf8'), folder) }];
  } catch (error) {
    if (error instanceof FailureError) throw error;
    return [];
  }
}

async function stateOf(
  thread: ExportThread,
  path: string,
  { bytes, sha256 }: ManifestFile,
): Promise<'unchanged' | 'missing' | 'changed'> {
  try {
    if ((await stat(path)).size !== bytes) return 'changed';
    return (await thread.call('hash', path)) === sha256 ? 'unchanged' : 'changed';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    if (error instanceof FailureError && error.failure.code === 'file') return 'changed';
    throw error;
  }
}

function described(
  path: string,
  manifest: Manifest,
  missing: readonly string[],
  changed: readonly string[],
): MirrorVerification {
  const isSame = missing.length === 0 && changed.length === 0;
  return {
    path,
    state: isSame ? 'unchanged' : 'changed',
    message: isSame
      ? 'All files are those that the mirror wrote.'
      : 'Files are missing or were changed. Restore them; or remove the folder and run the mirror again, which reads everything anew.',
    files: manifest.files.length,
    rows: manifest.rows,
    bytes: bytesOf(manifest),
    missing,
    changed,
  };
}

function bytesOf({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
