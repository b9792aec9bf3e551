import { errorText } from '../../preload/contract/failures.ts';
import { decodeText, readAtMost, readTextFile } from '../platform/system/textFile.ts';
import { UsageError } from './exitCodes.ts';
import { remark } from './output.ts';

const maxInputBytes = 100_000_000;

/** Reads a file, or standard input for `-`. Remarks on text that is not UTF-8. @throws UsageError */
export async function readInput(file: string): Promise<string> {
  try {
    const { text, note } =
      file === '-'
        ? decodeText(await readAtMost(process.stdin, maxInputBytes))
        : await readTextFile(file, maxInputBytes);
    if (note !== null) remark(note);
    return text;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorText(error)}.`);
  }
}

/** Replaces `--query @FILE` and `--query -` by the text. @throws UsageError */
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

export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    const [line = ''] = (await readInput('-')).split(/\r?\n/, 1);
    if (line !== '') return line;
    throw new UsageError(noKeyGiven(process.platform, 'electron' in process.versions));
  }
  // Before the question, so no keystroke is shown.
  stdin.setRawMode(true);
  stderr.write(prompt);
  stdin.setEncoding('utf8').resume();
  let typed = '';
  try {
    for await (const chunk of stdin) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n' || character === '\u0004') return typed;
        if (character === '\u0003') throw new UsageError('Nothing was stored.');
        typed = character === '\u007F' || character === '\b' ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** A window program of Windows has no standard input. */
export function noKeyGiven(platform: NodeJS.Platform, packed: boolean): string {
  return platform === 'win32' && packed
    ? 'On Windows, the installed program cannot read typed or piped input. Enter the key in the app’s window, or set RWA_API_KEY.'
    : 'There is no key on standard input.';
}
