import { once } from 'node:events';
import { fstatSync, writeSync } from 'node:fs';
import { withoutInvisible } from '../../preload/contract/invisible.ts';
import { errorCode, FailureError } from '../../preload/contract/failures.ts';
import type { PageCounts } from '../../preload/contract/records.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { isFull } from '../platform/sqlite/failures.ts';

/** What the command line writes: JSON Lines for programs, sentences for people. */

/**
 * Ends the program where its output cannot be written: as done where a reader such as `head` has seen enough and closed the pipe, else as
 * failed, with a sentence. What cannot be said on the standard error ends nothing.
 */
export function endWithoutOutput(end: (code: ExitCode) => void): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: Error) => {
    const isClosed = errorCode(error) === 'EPIPE';
    if (!isClosed)
      remark(`The output was not written whole: ${isFull(error) ? 'the disk is full' : error.message}.`);
    end(isClosed ? exitCodes.done : exitCodes.failure);
  });
  if (isFile(process.stdout.fd)) writeWhole();
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // A program of Windows without a console has no output.
    return false;
  }
}

/** Node writes once to a file, and takes the part that a full disk had room for for the whole. */
function writeWhole(): void {
  process.stdout._write = (bytes: Buffer, _encoding, done) => {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(process.stdout.fd, bytes, at);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

let waits = new AbortController().signal;

/** Ends the wait for a reader of the output that reads no more, once the command is stopped. */
export function endWaits(signal: AbortSignal): void {
  waits = signal;
}

/**
 * One JSON value as a line. JSON escapes the control characters below U+0020; those from U+007F to U+009F, which terminals obey
 * too, the line separators, and the marks that turn the direction of text are escaped here.
 */
export async function print(value: unknown): Promise<void> {
  await printText(`${jsonLine(value)}\n`);
}

export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text as it is for a file or another program; for a terminal without what it would obey. */
export async function printText(text: string): Promise<void> {
  if (process.stdout.isTTY) clearLine();
  const written = process.stdout.isTTY ? forTerminal(text) : text;
  if (process.stdout.write(written)) return;
  try {
    await once(process.stdout, 'drain', { signal: waits });
  } catch (cause) {
    throw new FailureError({ code: 'cancelled', message: 'The command was stopped.' }, { cause });
  }
}

/** Lines stay lines; other control characters are shown as U+FFFD, and what nobody sees is left out. */
export function forTerminal(text: string): string {
  return withoutInvisible(text).replaceAll(/\r(?!\n)|(?![\r\n\t])\p{Cc}|[\u2028\u2029]/gu, '\uFFFD');
}

/** A sentence on the standard error, on one line, without what a terminal would obey. */
export function remark(sentence: string): void {
  clearLine();
  process.stderr.write(`${plainLine(sentence)}\n`);
}

/** Says of a page that it is a part, or that there is no such page. @param what its noun, and how to get the rest */
export function sayCut(
  read: number,
  { page, perPage, resultCount }: Pick<PageCounts, 'page' | 'perPage' | 'resultCount'>,
  what: string,
): void {
  const count = (number: number): string => number.toLocaleString('en');
  if (read === 0 && page > 1)
    remark(
      `Page ${count(page)} is past the end: the last is page ${count(Math.max(1, Math.ceil(resultCount / Math.max(perPage, 1))))}.`,
    );
  else if (read < resultCount) remark(`${count(read)} of ${count(resultCount)} ${what}.`);
}

/** Removes the line of progress from a terminal. */
export function clearLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\u001B[K');
}

export function plainLine(text: string): string {
  return forTerminal(text.replaceAll(/\s*[\r\n]\s*/g, ' ')).replaceAll('\t', ' ');
}
