import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beginWithSettings } from '../chromium-shell/allocator.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import type { Bench } from './figure.ts';
import { writeDocument } from './documented.ts';
import { lineOf, mergedInto, readFigures, readResults, resultsOf, type MeasuredFigure } from './results.ts';

/**
 * `npm run bench -- NAME… [--json FILE] [--baseline]`: measures, and prints a line a figure. Without a name everything is
 * measured and kept as `test/bench/results/DATE.json`. `--baseline` keeps what was measured as that which later runs are
 * compared with, and writes docs/performance.md from it. Ends with 1 where a goal is missed, with 2 for a name that is none.
 */

// As for the app on the Chromium shell.
beginWithSettings(process.argv.slice(1));

const folder = import.meta.dirname;
const results = join(folder, 'results');
const baselineFile = join(results, 'baseline.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, baseline: { type: 'boolean', default: false } },
});
const known = await benchNames();
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  const [only, ...others] = positionals;
  if (only !== undefined && others.length === 0) await report(await measure(only));
  else await report(await measureEach(positionals.length > 0 ? positionals : known));
}

async function report(figures: readonly MeasuredFigure[]): Promise<void> {
  const run = resultsOf(figures);
  if (values.json !== undefined) await writeFile(values.json, jsonOf(figures));
  await mkdir(results, { recursive: true });
  if (positionals.length === 0) await writeFile(join(results, `${run.date}.json`), jsonOf(run));
  if (values.baseline) {
    const merged = mergedInto(await readResults(baselineFile), run);
    await writeFile(baselineFile, jsonOf(merged));
    await writeDocument(merged);
  }
  const missed = figures.filter(({ met }) => met === false).length;
  if (missed === 0) return;
  console.error(`${missed.toString()} of ${figures.length.toString()} figures missed their goal.`);
  process.exitCode = 1;
}

async function measure(name: string): Promise<MeasuredFigure[]> {
  const bench: unknown = await import(await fileOf(name));
  if (!isBench(bench)) throw new Error(`${name}.ts exports no function named run.`);
  const baseline = await readResults(baselineFile);
  const figures = (await bench.run()).map((figure) => ({ bench: name, ...figure }));
  for (const figure of figures) console.log(lineOf(figure, baseline));
  return figures;
}

/** Each bench in a process of its own, so that none inherits the memory and the warm code of another. */
async function measureEach(names: readonly string[]): Promise<MeasuredFigure[]> {
  const temporary = makeTemporaryFolder('bench');
  const figures: MeasuredFigure[] = [];
  for (const name of names) {
    const file = join(temporary, `${name}.json`);
    const child = spawn(process.execPath, [import.meta.filename, name, '--json', file], {
      stdio: 'inherit',
    });
    await once(child, 'exit');
    const measured = await readFigures(file).catch(() => null);
    if (measured === null) {
      // The others are worth their time all the same.
      console.error(`The bench ${name} ended without figures.`);
      process.exitCode = 1;
    }
    figures.push(...(measured ?? []));
  }
  return figures;
}

/** A bench is a file of its name, or one in a folder of its name. */
async function fileOf(name: string): Promise<string> {
  const inFolder = join(folder, name, `${name}.ts`);
  return (await readFile(inFolder).catch(() => null)) === null ? join(folder, `${name}.ts`) : inFolder;
}

/** The files beside this one that export `run`, and those in folders of their names; others help them. */
async function benchNames(): Promise<string[]> {
  const names: string[] = [];
  for (const entry of (await readdir(folder)).sort()) {
    const name = entry.replace(/\.ts$/, '');
    const text = await readFile(await fileOf(name), 'utf8').catch(() => '');
    if (/^export (?:async )?function run\(/m.test(text) && !names.includes(name)) names.push(name);
  }
  return names;
}

function isBench(module: unknown): module is Bench {
  return typeof module === 'object' && module !== null && 'run' in module && typeof module.run === 'function';
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
