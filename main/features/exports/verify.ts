import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Verification } from '../../../preload/contract/exports.ts';
import { errorCode, FailureError, hasCode } from '../../../preload/contract/failures.ts';
import { decodeText, readPlainFile } from '../../platform/system/textFile.ts';
import { startExportThread } from './thread/exportThread.ts';

export interface VerifyOptions {
  readonly workerUrl: URL;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

const factsSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int(),
  complete: z.boolean(),
  sampleData: z.boolean(),
  writtenAt: z.string().nullable(),
});

/** A description is written before its file, so it lists the hashes of this many interrupted exports. */
export const maxReplaced = 3;

const descriptionSchema = z.object({
  ...factsSchema.shape,
  file: z.string(),
  /** Previous exports, newest first; the file still is one of them if this one was interrupted. */
  replaces: z.array(factsSchema).max(maxReplaced).default([]),
});

const partSchema = z.object({
  file: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: factsSchema.shape.sha256,
  fetchedFrom: z.string().nullable(),
  fetchedTo: z.string().nullable(),
  /** Hashes of previous files, until this one is known to be in place. */
  replaces: z.array(factsSchema.shape.sha256).max(maxReplaced).optional(),
});

const folderSchema = z.object({
  folder: z.string(),
  files: z.array(partSchema).default([]),
  ...factsSchema.pick({ complete: true, sampleData: true, writtenAt: true }).shape,
});

export function readFolderDescription(path: string): Promise<z.infer<typeof folderSchema> | null> {
  return readJson(path, folderSchema);
}

/** Larger than the description of a folder with a file per day for a century. */
const maxDescriptionBytes = 50_000_000;

async function readJson<Read>(path: string, schema: z.ZodType<Read>): Promise<Read | null> {
  try {
    return schema.parse(
      JSON.parse(decodeText(await readPlainFile(path, { maxBytes: maxDescriptionBytes })).text),
    );
  } catch {
    return null;
  }
}

export async function verifyChosen(
  chosen: string,
  descriptionOf: (folder: string) => Promise<string>,
  options: VerifyOptions,
): Promise<Verification[]> {
  const isFolder = statSync(chosen, { throwIfNoEntry: false })?.isDirectory() === true;
  const described = await readFolderDescription(isFolder ? await descriptionOf(chosen) : chosen);
  if (described === null && !isFolder) return [await verifyExport(chosen, options)];
  if (described === null || (isFolder && described.folder !== chosen))
    throw new FailureError({
      code: 'file',
      message:
        'No description of this folder is known here. Name that of its export, or the folder of the app’s data with --user-data-dir.',
      detail: chosen,
    });
  const { folder, files, ...facts } = described;
  const checked: Verification[] = [];
  for (const part of files) {
    const path = join(folder, part.file);
    const found = await checkPart(path, [part.sha256, ...(part.replaces ?? [])], options);
    checked.push({ path, ...found, expectedSha256: part.sha256, rows: part.rows, ...facts });
  }
  return [...checked, ...unnamedIn(folder, new Set(checked.map(({ path }) => path)))];
}

/** Reports an unreadable file as unknown, so that the rest of the folder is still checked. */
async function checkPart(
  path: string,
  hashes: readonly string[],
  options: VerifyOptions,
): Promise<Pick<Verification, 'state' | 'message' | 'sha256'>> {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true)
      return {
        state: 'changed',
        message: found === undefined ? 'The file is missing.' : otherFile,
        sha256: null,
      };
    const sha256 = await sha256Of(path, options);
    const isSame = hashes.includes(sha256);
    return { state: isSame ? 'unchanged' : 'changed', message: isSame ? unchanged : otherFile, sha256 };
  } catch (error) {
    // Cancellation or a bug says nothing about the file.
    if (!hasCode(error, 'file') && !/^E[A-Z]+$/.test(errorCode(error))) throw error;
    const message = hasCode(error, 'file') && error.cause === undefined ? error.message : unreadable;
    return { state: 'unknown', message, sha256: null };
  }
}

function unnamedIn(folder: string, named: ReadonlySet<string>): Verification[] {
  const unknownAt = (path: string, message: string): Verification[] => [
    { ...unknown, path, state: 'unknown', message, sha256: null },
  ];
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return unnamedIn(path, named);
      if (named.has(path) || /^[._]/.test(entry.name)) return [];
      return unknownAt(path, 'The description of the folder does not name it.');
    });
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? [] : unknownAt(folder, unreadable);
  }
}

const unreadable = 'It cannot be read, so it is not known whether it has changed.';
const unchanged = 'The file has not changed since the export.';
const otherFile = 'The file is not the exported one: it was changed later, or another file has its name.';

export async function replacedBy(path: string): Promise<{ replaces?: z.infer<typeof factsSchema>[] }> {
  const before = await readDescription(`${path}.json`);
  if (before?.file !== basename(path)) return {};
  return { replaces: [factsSchema.parse(before), ...before.replaces].slice(0, maxReplaced) };
}

/**
 * Checks an exported file against the description beside it. `chosen` is the file, or its
 * description. A thread reads the file, which may be large.
 * @throws FailureError `file` if the file cannot be read, `canceled` if it was canceled.
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
  const earlier = described.replaces.find((one) => one.sha256 === sha256);
  const isSame = sha256 === described.sha256;
  const { sha256: expectedSha256, ...facts } = factsSchema.parse(isSame ? described : (earlier ?? described));
  return {
    path,
    state: isSame || earlier !== undefined ? 'unchanged' : 'changed',
    message: isSame
      ? unchanged
      : earlier !== undefined
        ? 'The file is the export before: a later one was interrupted. Export again to replace it.'
        : otherFile,
    sha256,
    expectedSha256,
    ...facts,
  };
}

const unknown = {
  expectedSha256: null,
  rows: null,
  complete: null,
  sampleData: null,
  writtenAt: null,
} as const;

function readDescription(path: string): Promise<z.infer<typeof descriptionSchema> | null> {
  return readJson(path, descriptionSchema);
}

export async function hasForeignDescription(path: string): Promise<boolean> {
  const file = `${path}.json`;
  return existsSync(file) && (await readDescription(file)) === null;
}

/**
 * Returns the files that an export to `path` would replace although no export wrote them, or they changed
 * since: the file, its description, both or none.
 * @throws FailureError as `verifyExport` does
 */
export async function foreignFiles(path: string, options: VerifyOptions): Promise<string[]> {
  const described = await readDescription(`${path}.json`);
  const isOurs =
    !existsSync(path) ||
    (described?.file === basename(path) && (await isAs(path, hashesIn(described), options)));
  return [...(isOurs ? [] : [path]), ...((await hasForeignDescription(path)) ? [`${path}.json`] : [])];
}

export async function isOneOf(
  path: string,
  hashes: ReadonlySet<string>,
  options: VerifyOptions,
): Promise<boolean> {
  if (existsSync(path) && !(await isAs(path, [...hashes], options))) return false;
  return !(await hasForeignDescription(path));
}

function hashesIn({ sha256, replaces }: z.infer<typeof descriptionSchema>): string[] {
  return [sha256, ...replaces.map((one) => one.sha256)];
}

/** Returns whether a file has one of the hashes. A folder, a pipe or an unreadable file has none. */
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
    // The thread's own errors have no system cause.
    if (!hasCode(error, 'file') || error.cause === undefined) throw error;
    const failure = { ...error.failure, message: 'The file could not be read. Choose another one.' };
    throw new FailureError(failure, { cause: error });
  } finally {
    await thread.end();
  }
}
