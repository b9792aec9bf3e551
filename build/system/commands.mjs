import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** @param {string} name */
export function isOnPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return false;
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Runs a program silently. With a pipe, it prints errors of a failure.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 * @returns {boolean} whether it ended with 0
 */
export function succeeds(program, args, options = {}) {
  const { status, stderr } = spawnSync(program, args, { stdio: 'ignore', ...options });
  if (status !== 0 && stderr !== null) process.stderr.write(stderr);
  return status === 0;
}

/** @param {string} sentence */
export function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}
