import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Services of a test run share sample data, since generating it takes most of a service's start. */

const variable = 'RWA_TEST_SHARED_DATA';

/**
 * Vitest calls it before the first test file, and the result after the last. Parallel runs share a folder.
 */
export default function setup(): (() => void) | undefined {
  if (process.env[variable] !== undefined) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'rwa-shared-data-'));
  process.env[variable] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Returns the cache folder of services with these options; null without a run.
 * @param options what the data depend on: a service removes data of another size from its folder
 */
export function sharedDataFolder(options: unknown): string | null {
  const folder = process.env[variable];
  if (folder === undefined) return null;
  return path.join(folder, createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16));
}
