import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../build/start/project.ts';
import { runEndToEnd } from '../../build/test/endToEnd.ts';
import { runIsolated } from '../../build/test/isolated.ts';
import { allCases } from './allCases.ts';
import { isResultOf, playwrightResults, titlePattern, vitestResults, type TestResult } from './results.ts';
import { attackers, type SecurityCase, type SecurityTest } from './securityCase.ts';
import { withTable } from './table.ts';

/** `npm run test:security`: runs the cases and prints attack → withstood. See `securityCase.ts`. */

const reports = path.join(projectFolder, 'test-results', 'security');
const args = process.argv.slice(2);

if (args.includes('--write')) {
  const document = path.join(projectFolder, 'SECURITY.md');
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), allCases));
} else {
  const cases = allCases.filter(({ id }) => args.length === 0 || args.some((begin) => id.startsWith(begin)));
  if (cases.length === 0) {
    process.stderr.write(`No case begins with ${args.join(' or ')}.\n`);
    process.exit(2);
  }
  process.exitCode = await runCases(cases);
}

/** @returns the exit code: 0 only when every attack was withstood. */
async function runCases(cases: readonly SecurityCase[]): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const tests = cases.flatMap((one) => one.tests);
  const results = [
    ...(await runVitest(
      'unit',
      tests.filter(({ file }) => file.startsWith('test/unit/')),
    )),
    ...(await runVitest('integration', tests.filter(isIntegration))),
    ...(await runPlaywright(tests.filter(({ file }) => file.endsWith('.spec.ts')))),
  ];
  const outcomes = cases.map((one) => ({ ...one, outcome: outcomeOf(one, results) }));
  const width = Math.max(...outcomes.map(({ id }) => id.length));
  for (const { id, attacker, attack, outcome } of outcomes) {
    process.stdout.write(`${outcome.padEnd(8)} ${id.padEnd(width)}  ${attackers[attacker]} ${attack}\n`);
  }
  const withstood = outcomes.filter(({ outcome }) => outcome === 'withstood').length;
  process.stdout.write(`${withstood.toString()} passed, ${(cases.length - withstood).toString()} failed\n`);
  return withstood === cases.length ? 0 : 1;
}

function isIntegration({ file }: SecurityTest): boolean {
  return file.endsWith('.test.ts') && !file.startsWith('test/unit/');
}

/** `broken`: a test failed. `not run`: a test of the case was not found, or left out here. */
function outcomeOf(
  { tests }: SecurityCase,
  results: readonly TestResult[],
): 'withstood' | 'broken' | 'not run' {
  const states = tests.map((one) => results.filter((result) => isResultOf(one, result)));
  if (states.flat().some(({ state }) => state === 'failed')) return 'broken';
  return states.every((ran) => ran.some(({ state }) => state === 'passed')) ? 'withstood' : 'not run';
}

async function runVitest(project: string, tests: readonly SecurityTest[]): Promise<TestResult[]> {
  if (tests.length === 0) return [];
  const report = path.join(reports, `${project}.json`);
  await runIsolated([
    ...['vitest', 'run', '--project', project, '--reporter=json', `--outputFile.json=${report}`],
    ...filterOf(tests),
  ]);
  return vitestResults(report, projectFolder);
}

async function runPlaywright(tests: readonly SecurityTest[]): Promise<TestResult[]> {
  if (tests.length === 0) return [];
  const report = path.join(reports, 'playwright.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report;
  await runEndToEnd(['--reporter=json', ...new Set(tests.map(placeOf))]);
  return playwrightResults(report, projectFolder);
}

/** As Playwright is told where a test stands: its file, and the line of its title. */
function placeOf({ file, title }: SecurityTest): string {
  if (title === undefined) return file;
  const lines = readFileSync(path.join(projectFolder, file), 'utf8').split('\n');
  return `${file}:${(lines.findIndex((line) => line.includes(`'${title}'`)) + 1).toString()}`;
}

/** The files of the tests, and their titles where all of them name one. */
function filterOf(tests: readonly SecurityTest[]): string[] {
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = [...new Set(tests.map(({ title }) => title))];
  if (titles.includes(undefined)) return files;
  return [...files, '-t', titles.map((title) => titlePattern(title ?? '')).join('|')];
}
