import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../build/start/project.ts';
import { runEndToEnd } from '../../build/test/endToEnd.ts';
import { runIsolated } from '../../build/test/isolated.ts';
import { playwrightReport, summary, vitestReport, type TestResult } from '../../build/test/reports.ts';
import { completeSystem } from '../../build/test/system.ts';
import { allCases } from './allCases.ts';
import { outcomeOf, titlePattern, type Outcome } from './results.ts';
import { attackers, type SecurityCase, type SecurityTest } from './securityCase.ts';
import { withCases } from './list.ts';

/** `npm run test:security`: runs the cases and prints attack → protection. See `securityCase.ts`. */

const reports = path.join(projectFolder, 'test-results', 'security');
const args = process.argv.slice(2);

if (args.includes('--write')) {
  const document = path.join(projectFolder, 'SECURITY.md');
  writeFileSync(document, withCases(readFileSync(document, 'utf8'), allCases));
} else {
  const cases = allCases.filter(({ id }) => args.length === 0 || args.some((begin) => id.startsWith(begin)));
  if (cases.length === 0) {
    process.stderr.write(`No case begins with ${args.join(' or ')}.\n`);
    process.exit(2);
  }
  process.exitCode = await runCases(cases);
}

/** @returns the exit code: 0 where every attack that was tried was withstood. */
async function runCases(cases: readonly SecurityCase[]): Promise<number> {
  completeSystem();
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
  const outcomes = cases.map((one) => ({ ...one, ...outcomeOf(one, results) }));
  const width = Math.max(...outcomes.map(({ id }) => id.length));
  for (const { id, attacker, attack, defence, is, reason } of outcomes) {
    const why = reason === undefined ? '' : ` (${reason})`;
    process.stdout.write(
      `${is.padEnd(9)} ${id.padEnd(width)}  ${attackers[attacker]} ${attack} → ${defence}${why}\n`,
    );
  }
  const count = (wanted: Outcome['is']): number => outcomes.filter(({ is }) => is === wanted).length;
  const failed = count('broken');
  process.stdout.write(`${summary({ passed: count('withstood'), failed, skipped: count('not run') })}\n`);
  return failed === 0 ? 0 : 1;
}

function isIntegration({ file }: SecurityTest): boolean {
  return file.endsWith('.test.ts') && !file.startsWith('test/unit/');
}

async function runVitest(project: string, tests: readonly SecurityTest[]): Promise<readonly TestResult[]> {
  if (tests.length === 0) return [];
  const report = path.join(reports, `${project}.json`);
  await runIsolated([
    ...['vitest', 'run', '--project', project, '--reporter=json', `--outputFile.json=${report}`],
    ...filterOf(tests),
  ]);
  return vitestReport(report, projectFolder).tests;
}

async function runPlaywright(tests: readonly SecurityTest[]): Promise<readonly TestResult[]> {
  if (tests.length === 0) return [];
  const report = path.join(reports, 'playwright.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report;
  await runEndToEnd(['--reporter=json', ...new Set(tests.map(placeOf))]);
  return playwrightReport(report, projectFolder).tests;
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
