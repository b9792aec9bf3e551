import path from 'node:path';
import { projectFolder } from '../start/project.ts';
import { runEndToEnd } from '../test/endToEnd.ts';
import { checkDesktopEntry, checkPacked, megabytes, maxBytes, sizesOf } from './check.ts';
import { packHere } from './packHere.ts';

/** `npm run pack:check`: packs the archive, lists and weighs it, and starts the app from its content. */

const app = await packHere(path.join(projectFolder, 'dist', 'check'));
process.stdout.write(`${app.entries.join('\n')}\n`);
for (const [part, bytes] of Object.entries(sizesOf(app))) {
  process.stdout.write(`${part}: ${megabytes(bytes)}\n`);
}
process.stdout.write(`at most: ${megabytes(maxBytes.archive)} and ${megabytes(maxBytes.unpacked)}\n`);
process.stdout.write(`${app.desktopEntry}\n`);
const problems = [...checkPacked(app), ...checkDesktopEntry(app.desktopEntry)];
for (const problem of problems) process.stderr.write(`${problem}\n`);

const started = await runEndToEnd(['packed']);
process.exitCode = problems.length === 0 && started === 0 ? 0 : 1;
