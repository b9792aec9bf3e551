import { once } from 'node:events';
import { fstatSync, writeSync } from 'node:fs';
import { withoutInvisible } from '../../preload/contract/invisible.ts';
import { errorCode, FailureError } from '../../preload/contract/failures.ts';
import type { PageCounts } from '../../preload/contract/records.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { isFull } from '../platform/sqlite/failures.ts';

/** A reader such as `head` that closes the pipe ends the program with success; other errors, a failure. */
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
    // Windows programs without a console have no output.
    return false;
  }
}

/** Node writes to a file once and ignores a partial write on a full disk. */
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

/** A stopped command does not wait for a reader that has stalled. */
export function endWaits(signal: AbortSignal): void {
  waits = signal;
}

/** Escapes more than JSON: U+007F to U+009F, which terminals obey, line separators, text direction. */
export async function print(value: unknown): Promise<void> {
  await printText(`${jsonLine(value)}\n`);
}

export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Unchanged for files and programs; without control characters for a terminal. */
export async function printText(text: string): Promise<void> {
  if (process.stdout.isTTY) clearLine();
  const written = process.stdout.isTTY ? forTerminal(text) : text;
  if (process.stdout.write(written)) return;
  try {
    await once(process.stdout, 'drain', { signal: waits });
  } catch (cause) {
    throw new FailureError({ code: 'canceled', message: 'The command was stopped.' }, { cause });
  }
}

/** Keeps line breaks, replaces other control characters by U+FFFD, removes invisible ones. */
export function forTerminal(text: string): string {
  return withoutInvisible(text).replaceAll(/\r(?!\n)|(?![\r\n\t])\p{Cc}|[\u2028\u2029]/gu, '\uFFFD');
}

export function remark(sentence: string): void {
  clearLine();
  process.stderr.write(`${plainLine(sentence)}\n`);
}

/** Reports that a page is partial, or does not exist. `what`: its noun, and how to get the rest. */
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

export function clearLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\u001B[K');
}

export function plainLine(text: string): string {
  return forTerminal(text.replaceAll(/\s*[\r\n]\s*/g, ' ')).replaceAll('\t', ' ');
}
