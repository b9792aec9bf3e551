import { closeSync, existsSync, fstatSync, readSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import logger from 'electron-log/node';
import { z } from 'zod';
import type { Failure } from '../../../preload/contract/failures.ts';
import { makeFolders } from '../system/privateFolder.ts';
import { isPlainFile } from '../system/privateFile.ts';
import { openPlainFile, ownFile } from '../system/textFile.ts';
import { describeError, redact } from './redact.ts';

const logLevels = ['error', 'warn', 'info', 'debug'] as const;

type LogLevel = (typeof logLevels)[number];

/** The value of `--app-log-level=`; `info` for anything else. */
export const logLevelSchema = z.enum(logLevels).catch('info');

/** Records errors: codes and code locations. Never data, never a key (see `redact`). */
export interface Log {
  failure(where: string, failure: Failure): void;
  error(where: string, error: unknown): void;
  info(sentence: string): void;
  debug(sentence: string): void;
  /** Oldest first. */
  tail(lines: number): string[];
}

interface LogOptions {
  readonly folder: string;
  readonly level: LogLevel;
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

export const logFile = 'main.log';

/** Opens the log without Electron's part of electron-log: the window sends only bridge calls. */
export function openLog({ folder, level, maxBytes = 1_000_000, maxFiles = 3 }: LogOptions): Log {
  const path = join(folder, logFile);
  const log = logger.create({ logId: path });
  // The file is the only used transport of electron-log; some are missing outside Electron.
  for (const transport of [log.transports.console, log.transports.ipc, log.transports.remote]) {
    if (isThere(transport)) transport.level = false;
  }
  const { file } = log.transports;
  file.level = level;
  file.maxSize = maxBytes;
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.format = '{iso} [{level}] {text}';
  file.resolvePathFn = () => path;
  file.archiveLogFn = () => {
    shiftFiles(path, maxFiles);
  };
  log.hooks.push((message, transport) => {
    if (transport !== file) return message;
    makeFolders(folder, 0o700);
    // In a copied folder, it may be a link to any file of the user, or a pipe without a reader.
    if (!isPlainFile(path)) rmSync(path, { force: true });
    return { ...message, data: message.data.map((part) => redact(String(part))) };
  });

  return {
    failure(where, failure) {
      const text = failureText(failure);
      if (expected.has(failure.code)) log.debug(where, text);
      else log.warn(where, text);
    },
    error(where, error) {
      log.error(where, describeError(error));
    },
    info(sentence) {
      log.info(sentence);
    },
    debug(sentence) {
      log.debug(sentence);
    },
    tail: (lines) => readTail(path, lines),
  };
}

/** The types promise every transport; without Electron some are missing. */
function isThere<Transport>(transport: Transport | null | undefined): transport is Transport {
  return transport !== null && transport !== undefined;
}

/** Actions of the user and absent records are not logged. */
const expected: ReadonlySet<Failure['code']> = new Set(['canceled', 'offline', 'no-key', 'not-found']);

/** The code, the status and the endpoint; never the service's text, an id or a query. */
function failureText({ code, status, request }: Failure): string {
  const endpoint = request === undefined ? undefined : /\/v\d+\/[a-z_-]+/.exec(request)?.[0];
  return [
    code,
    ...(status === undefined ? [] : [status.toString()]),
    ...(endpoint === undefined ? [] : [endpoint]),
  ].join(' ');
}

/** `main.log` becomes `main.1.log`, that `main.2.log` and so on; the last is removed. */
function shiftFiles(path: string, maxFiles: number): void {
  const numbered = (index: number): string =>
    index === 0 ? path : path.replace(/\.log$/, `.${index.toString()}.log`);
  rmSync(numbered(maxFiles), { force: true });
  for (let index = maxFiles - 1; index >= 0; index -= 1) {
    if (existsSync(numbered(index))) renameSync(numbered(index), numbered(index + 1));
  }
}

const tailBytes = 200_000;

function readTail(path: string, lines: number): string[] {
  if (!isPlainFile(path)) return [];
  const file = openPlainFile(path, ownFile);
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - tailBytes);
    const bytes = Buffer.alloc(size - start);
    readSync(file, bytes, 0, bytes.length, start);
    const all = bytes.toString('utf8').split(/\r?\n/);
    return (start === 0 ? all : all.slice(1)).filter((line) => line !== '').slice(-lines);
  } finally {
    closeSync(file);
  }
}
