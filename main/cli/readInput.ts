import { buffer } from 'node:stream/consumers';
import { errorText } from '../../preload/contract/failures.ts';
import { decodeText, readTextFile } from '../platform/system/textFile.ts';
import { UsageError } from './exitCodes.ts';
import { remark } from './output.ts';

/** The text of a file, or of the standard input for `-`. Says where it is not UTF-8. @throws UsageError */
export async function readInput(file: string): Promise<string> {
  try {
    const { text, note } = file === '-' ? decodeText(await buffer(process.stdin)) : await readTextFile(file);
    if (note !== null) remark(note);
    return text;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorText(error)}.`);
  }
}

/** The arguments with the text of the file, or of the standard input, in the place of `--query @FILE` and `--query -`. @throws UsageError */
export async function withQueryText(argv: readonly string[]): Promise<string[]> {
  const read: string[] = [];
  for (const arg of argv) {
    const prefix = read.at(-1) === '--query' ? '' : arg.startsWith('--query=') ? '--query=' : null;
    const value = prefix === null ? '' : arg.slice(prefix.length);
    const file = value === '-' ? value : value.startsWith('@') ? value.slice(1) : null;
    read.push(file === null ? arg : `${prefix ?? ''}${await readInput(file)}`);
  }
  return read;
}
