import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../start/project.ts';
import { add, none, playwrightCounts, summary, vitestCounts, type Counts } from './counts.ts';
import { runInLanes, type Step, type StepResult } from './lanes.ts';

/** A step that runs tests writes a report to count them by. */
interface TestStep extends Step {
  readonly count?: () => Counts;
}

const reports = path.join(projectFolder, 'test-results');

/** The integration tests in parts, each with a keyring and a home folder of its own. */
const integrationParts = 4;

/** Each takes one processor at most. The build comes first, since tests run what it leaves, and the short steps last: they fill what is left. */
const sideBySide: readonly TestStep[] = [
  { name: 'build', command: [process.execPath, scriptFile('start/buildApp.ts')] },
  npmScript('lint', 'lint'),
  vitest('unit tests', 'unit*'),
  vitest('component tests', 'components'),
  ...Array.from({ length: integrationParts }, (_, index) => {
    const part = `${String(index + 1)}/${String(integrationParts)}`;
    return vitest(`integration tests ${part}`, 'integration', part);
  }),
  npmScript('types', 'types'),
  npmScript('format', 'format:check'),
];

/** An integration test waits for a third of its time: one step more than processors keeps them busy. */
const lanes = availableParallelism() + 1;

/** Takes all processors. */
const endToEnd: TestStep = {
  name: 'end-to-end tests',
  command: [process.execPath, scriptFile('e2e.mjs')],
  count: () => playwrightCounts(path.join(reports, 'e2e.json')),
};

/**
 * `npm test`: completes the system, then runs every step, also after one that failed. Where the system lacks something, the user reads
 * what to type and nothing runs.
 * @returns the exit code: 0 only when every step passed.
 */
export async function runAllTests(): Promise<number> {
  if (spawnSync(process.execPath, [scriptFile('system.mjs'), 'test'], { stdio: 'inherit' }).status !== 0)
    return 1;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  const sharedData = mkdtempSync(path.join(tmpdir(), 'rwa-shared-data-'));
  const options = {
    folder: projectFolder,
    environment: {
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      RWA_TEST_SHARED_DATA: sharedData,
    },
    print: (text: string) => process.stdout.write(text),
  };
  const results = [
    ...(await runInLanes(sideBySide, { ...options, lanes })),
    ...(await runInLanes([endToEnd], { ...options, lanes: 1 })),
  ];
  rmSync(sharedData, { recursive: true, force: true, maxRetries: 5 });
  const outcomes = [...sideBySide, endToEnd].map((step, index) => outcomeOf(step, results[index]));
  const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.stdout.write(`${summary(outcomes.map(({ counts }) => counts).reduce(add, none))}\n`);
  return failed.length === 0 ? 0 : 1;
}

function scriptFile(name: string): string {
  return path.join(projectFolder, 'build', name);
}

/** A script of package.json. npm puts the project's programs on the PATH, Node 24 among them. */
function npmScript(name: string, script: string): TestStep {
  return { name, command: ['npm', 'run', '--silent', script] };
}

function vitest(name: string, project: string, part?: string): TestStep {
  const report = path.join(reports, `${name.replaceAll(/\W/g, '-')}.json`);
  const command: TestStep['command'] = [
    ...([process.execPath, scriptFile('isolated.mjs'), 'vitest', 'run', '--project', project] as const),
    ...['--maxWorkers=1', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(part === undefined ? [] : [`--shard=${part}`]),
  ];
  return { name, command, count: () => vitestCounts(report) };
}

/** A runner that ended without a report ran nothing that could be counted. */
function outcomeOf(
  { name, count }: TestStep,
  result: StepResult | undefined,
): { name: string; passed: boolean; counts: Counts } {
  const passed = result?.passed === true;
  try {
    return { name, passed, counts: count?.() ?? none };
  } catch {
    return { name, passed: false, counts: none };
  }
}
