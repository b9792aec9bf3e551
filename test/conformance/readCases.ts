import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { FailureError } from '../../preload/contract/failures.ts';
import { conformanceFileSchema, type ConformanceCase } from './cases.ts';

/**
 * Reads the conformance cases in the JSON files of a folder, in the order of the files' names.
 *
 * @throws FailureError naming the file that is missing or is not one of cases
 */
export async function readCases(folder: string): Promise<ConformanceCase[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) throw unreadable(folder, new Error('It has no JSON files.'));
  const read = await Promise.all(files.map((name) => readFileOfCases(path.join(folder, name))));
  return read.flat();
}

async function readFileOfCases(file: string): Promise<ConformanceCase[]> {
  try {
    return conformanceFileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).cases;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(location: string, error: unknown): FailureError {
  const detail = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
  const message = `The conformance cases in ${location} cannot be read.`;
  return new FailureError({ code: 'bad-arguments', message, detail }, { cause: error });
}
