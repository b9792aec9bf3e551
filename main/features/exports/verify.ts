import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Verification } from '../../../preload/contract/exports.ts';
import { FailureError, hasCode } from '../../../preload/contract/failures.ts';
import { startExportThread } from './thread/exportThread.ts';

export interface VerifyOptions {
  /** Where the code of the thread lies. */
  readonly workerUrl: URL;
  readonly signal: AbortSignal;
  /** Called from time to time with the bytes so far, and in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

const descriptionSchema = z.looseObject({
  file: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int(),
  complete: z.boolean(),
  sampleData: z.boolean(),
  writtenAt: z.string().nullable(),
});

/**
 * Checks an exported file against the description beside it. `chosen` is the file, or its
 * description. A thread reads the file, which may be large.
 * @throws FailureError `file` where the file cannot be read, `cancelled` where it was cancelled.
 */
export async function verifyExport(chosen: string, options: VerifyOptions): Promise<Verification> {
  const own = chosen.endsWith('.json') ? await readDescription(chosen) : null;
  const path = own === null ? chosen : join(dirname(chosen), basename(own.file));
  const described = own ?? (await readDescription(`${path}.json`));
  const sha256 = await sha256Of(path, options);
  if (described === null) {
    const message = `There is no description of this export next to it (${basename(path)}.json).`;
    return { ...unknown, path, state: 'unknown', message, sha256 };
  }
  const isSame = sha256 === described.sha256;
  return {
    path,
    state: isSame ? 'unchanged' : 'changed',
    message: isSame
      ? 'The file has not changed since the export.'
      : 'The file is not the exported one: it was changed later, or another file has its name.',
    sha256,
    expectedSha256: described.sha256,
    rows: described.rows,
    complete: described.complete,
    sampleData: described.sampleData,
    writtenAt: described.writtenAt,
  };
}

const unknown = {
  expectedSha256: null,
  rows: null,
  complete: null,
  sampleData: null,
  writtenAt: null,
} as const;

async function readDescription(path: string): Promise<z.infer<typeof descriptionSchema> | null> {
  try {
    if (!statSync(path).isFile()) return null;
    return descriptionSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** True where a file that no export wrote has the name of the description of an export to `path`. */
export async function hasForeignDescription(path: string): Promise<boolean> {
  const file = `${path}.json`;
  return existsSync(file) && (await readDescription(file)) === null;
}

/**
 * What an export to `path` would replace though no export wrote it, or though it was changed since: the file, its
 * description, or neither.
 * @throws FailureError as `verifyExport` does
 */
export async function foreignFiles(path: string, options: VerifyOptions): Promise<string[]> {
  const described = await readDescription(`${path}.json`);
  const isOurs =
    !existsSync(path) ||
    (described?.file === basename(path) && (await isAs(path, [described.sha256], options)));
  return [...(isOurs ? [] : [path]), ...((await hasForeignDescription(path)) ? [`${path}.json`] : [])];
}

/** See `Exports`. */
export async function isOneOf(
  path: string,
  hashes: ReadonlySet<string>,
  options: VerifyOptions,
): Promise<boolean> {
  if (existsSync(path) && !(await isAs(path, [...hashes], options))) return false;
  return !(await hasForeignDescription(path));
}

/** True for a file that has one of the hashes. A folder, a pipe, which nobody may ever write, and what cannot be read have none. */
async function isAs(path: string, hashes: readonly string[], options: VerifyOptions): Promise<boolean> {
  if (hashes.length === 0 || !statSync(path).isFile()) return false;
  try {
    return hashes.includes(await sha256Of(path, options));
  } catch (error) {
    if (hasCode(error, 'file')) return false;
    throw error;
  }
}

async function sha256Of(path: string, { workerUrl, signal, onProgress }: VerifyOptions): Promise<string> {
  const thread = startExportThread({
    workerUrl,
    path,
    signal,
    onProgress: ({ bytes, total }) => onProgress?.(bytes, total ?? bytes),
  });
  try {
    return await thread.call('hash', path);
  } catch (error) {
    if (!hasCode(error, 'file')) throw error;
    const failure = { ...error.failure, message: 'The file could not be read. Choose another one.' };
    throw new FailureError(failure, { cause: error });
  } finally {
    await thread.end();
  }
}
