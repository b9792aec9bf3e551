import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { packageProgram, projectFolder } from '../start/project.ts';
import { checkPacked, megabytes, mostBytes, sizesOf } from './check.ts';
import { packHere } from './packHere.ts';

/** `npm run pack:check`: packs the real archive, lists it, weighs it, and starts the app from what is in it. */

const app = await packHere(path.join(projectFolder, 'dist', 'check'));
process.stdout.write(`${app.entries.join('\n')}\n`);
for (const [part, bytes] of Object.entries(sizesOf(app))) {
  process.stdout.write(`${part}: ${megabytes(bytes)}\n`);
}
process.stdout.write(`at most: ${megabytes(mostBytes.archive)} and ${megabytes(mostBytes.unpacked)}\n`);
const problems = checkPacked(app);
for (const problem of problems) process.stderr.write(`${problem}\n`);

const started = spawnSync(
  process.execPath,
  [packageProgram('@playwright', 'test', 'cli.js'), 'test', 'packed'],
  { cwd: projectFolder, stdio: 'inherit' },
);
process.exitCode = problems.length === 0 && started.status === 0 ? 0 : 1;
