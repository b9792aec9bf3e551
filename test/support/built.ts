import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhereStale } from '../../build/start/buildApp.ts';
import { workerUrls } from '../../main/workers.ts';

const folder = path.resolve(import.meta.dirname, '../../out/main');

/** Beside it lie the threads. */
export const builtEntryUrl = pathToFileURL(path.join(folder, 'index.js')).href;

/** The bundled threads of the app, as they ship: one starts in half of the processor time that its sources take. */
export const workers = workerUrls(builtEntryUrl);

/** The bundled command line, for `node`. */
export const commandLine = path.join(folder, 'cli.js');

/** Builds them where they are stale; vitest calls this before the first test file. */
export default async function setup(): Promise<void> {
  if (!(await buildWhereStale())) throw new Error('The app cannot be built.');
}
