import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { z } from 'zod';
import type { Verification } from '../../preload/contract/exports.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { sha256OfParts } from './formats/partitionedParquet.ts';
import { fileFailure } from './wholeFile.ts';

const descriptionSchema = z.looseObject({
  file: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int(),
  complete: z.boolean(),
  sampleData: z.boolean(),
  writtenAt: z.string().nullable(),
});

/**
 * Checks an exported file, or a folder with a file for each day, against the description beside it. `chosen` is the file, or its description.
 * @throws FailureError `file` where the file cannot be read.
 */
export async function verifyExport(chosen: string): Promise<Verification> {
  const own = chosen.endsWith('.json') ? await readDescription(chosen) : null;
  const path = own === null ? chosen : join(dirname(chosen), basename(own.file));
  const described = own ?? (await readDescription(`${path}.json`));
  const sha256 = await sha256Of(path);
  if (described === null) {
    const message = `There is no description of this export beside it (${basename(path)}.json).`;
    return { ...unknown, path, state: 'unknown', message, sha256 };
  }
  const isSame = sha256 === described.sha256;
  return {
    path,
    state: isSame ? 'unchanged' : 'changed',
    message: isSame
      ? 'The file is as the export wrote it.'
      : 'The file is not what the export wrote: it was changed afterwards, or another file has its name.',
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
    return descriptionSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** True where the folder is what an export wrote, to judge by the description beside it. */
export async function isExportedFolder(path: string): Promise<boolean> {
  return (await readDescription(`${path}.json`))?.file === basename(path);
}

async function sha256Of(path: string): Promise<string> {
  try {
    return (await stat(path)).isDirectory() ? await sha256OfFolder(path) : await sha256OfFile(path);
  } catch (error) {
    const failure = fileFailure(error, path);
    throw new FailureError(
      { ...failure, message: 'The file could not be read. Choose another one.' },
      { cause: error },
    );
  }
}

async function sha256OfFolder(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const parts: { path: string; sha256: string }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    parts.push({ path: name.split(sep).join('/'), sha256: await sha256OfFile(path) });
  }
  return sha256OfParts(parts);
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path, { highWaterMark: 1 << 18 }))
    hash.update(z.instanceof(Uint8Array).parse(block));
  return hash.digest('hex');
}
