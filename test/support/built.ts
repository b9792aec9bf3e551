import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhereStale } from '../../build/start/buildApp.ts';
import { workerUrls } from '../../main/workers.ts';

const folder = path.resolve(import.meta.dirname, '../../out/main');

/** The threads are in the same folder. */
export const builtEntryUrl = pathToFileURL(path.join(folder, 'index.js')).href;

/** Bundled threads of the app. They start in half the processor time of the sources. */
export const workers = workerUrls(builtEntryUrl);

export const commandLine = path.join(folder, 'cli.js');

/** Builds stale bundles. Vitest calls it before the first test file. */
export default async function setup(): Promise<void> {
  if (!(await buildWhereStale())) throw new Error('The app cannot be built.');
}
