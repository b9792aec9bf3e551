import { once } from 'node:events';

/** What the command line writes: JSON Lines for programs, sentences for people. */

/**
 * One JSON value as a line. JSON escapes the control characters below U+0020; those from U+007F to U+009F, which terminals obey
 * too, and the line separators are escaped here.
 */
export async function print(value: unknown): Promise<void> {
  await printText(`${jsonLine(value)}\n`);
}

export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export async function printText(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A sentence on the standard error, on one line, without what a terminal would obey. */
export function remark(sentence: string): void {
  process.stderr.write(`${plainLine(sentence)}\n`);
}

export function plainLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\p{Cc}/gu, '\uFFFD');
}
