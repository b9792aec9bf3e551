import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildWhereStale } from '../start/buildApp.ts';
import { projectFolder } from '../start/project.ts';
import { add, none, playwrightCounts, summary, vitestCounts, type Counts } from './counts.ts';
import { runEndToEnd } from './endToEnd.ts';
import { runIsolated } from './isolated.ts';

/** Whether a step went well, and the tests it ran, if it is one that runs tests. */
interface Outcome {
  well: boolean;
  counts?: Counts;
}

interface Step {
  name: string;
  run: () => Outcome | Promise<Outcome>;
}

const reports = path.join(projectFolder, 'test-results');

/** Every step runs, also after one that failed, so that one run tells all. */
const steps: readonly Step[] = [
  { name: 'types', run: () => npmScript('types') },
  { name: 'lint', run: () => npmScript('lint') },
  { name: 'format', run: () => npmScript('format:check') },
  { name: 'unit tests', run: () => vitest('unit') },
  { name: 'integration tests', run: () => vitest('integration') },
  { name: 'build', run: async () => ({ well: await buildWhereStale() }) },
  { name: 'end-to-end tests', run: endToEnd },
];

/**
 * `npm test`: completes the system, then runs every step. Where the system lacks something, the user reads what to type and nothing runs.
 * @returns the exit code: 0 only when every step went well.
 */
export async function runAllTests(): Promise<number> {
  if (!node(path.join(projectFolder, 'build', 'system.mjs'), 'test').well) return 1;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  let counts = none;
  const failed: string[] = [];
  for (const { name, run } of steps) {
    const begun = performance.now();
    const outcome = await run();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${outcome.well ? '✓' : '✗'} ${name} (${seconds} s)\n`);
    if (!outcome.well) failed.push(name);
    if (outcome.counts !== undefined) counts = add(counts, outcome.counts);
  }
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.stdout.write(`${summary(counts)}\n`);
  return failed.length === 0 ? 0 : 1;
}

function node(...args: string[]): Outcome {
  const { status } = spawnSync(process.execPath, args, { cwd: projectFolder, stdio: 'inherit' });
  return { well: status === 0 };
}

/** A script of package.json. npm puts the project's programs on the PATH, Node 24 among them. */
function npmScript(name: string): Outcome {
  const { status } = spawnSync('npm', ['run', '--silent', name], {
    cwd: projectFolder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return { well: status === 0 };
}

async function vitest(project: string): Promise<Outcome> {
  const file = path.join(reports, `${project}.json`);
  const code = await runIsolated([
    ...['vitest', 'run', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  return outcome(code, () => vitestCounts(file));
}

async function endToEnd(): Promise<Outcome> {
  return outcome(await runEndToEnd([]), () => playwrightCounts(path.join(reports, 'e2e.json')));
}

/** A runner that ended without a report ran nothing that could be counted. */
function outcome(code: number, count: () => Counts): Outcome {
  try {
    return { well: code === 0, counts: count() };
  } catch {
    return { well: false };
  }
}
