import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Figure } from './figure.ts';

/**
 * `npm run bench -- NAME… [--json FILE]`: measures, and prints one line a figure. Without a name everything is measured.
 * Ends with 1 where a goal is missed, with 2 for a name that is none.
 */

const folder = import.meta.dirname;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const known = await benchNames();
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  const figures: (Figure & { bench: string })[] = [];
  for (const name of positionals.length > 0 ? positionals : known) {
    const bench: unknown = await import(await fileOf(name));
    if (!isBench(bench)) throw new Error(`${name}.ts exports no function named run.`);
    for (const figure of await bench.run()) {
      figures.push({ bench: name, ...figure });
      console.log(lineOf(figure));
    }
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  const missed = figures.filter(({ met }) => met === false).length;
  if (missed > 0) {
    console.error(`${missed.toString()} of ${figures.length.toString()} figures missed their goal.`);
    process.exitCode = 1;
  }
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
    if (/^export async function run\(/m.test(text) && !names.includes(name)) names.push(name);
  }
  return names;
}

function isBench(module: unknown): module is Bench {
  return typeof module === 'object' && module !== null && 'run' in module && typeof module.run === 'function';
}

function lineOf({ name, value, unit, peer, ratio, goal, met }: Figure): string {
  const parts = [`${name}: ${short(value)} ${unit}`];
  if (peer !== undefined) parts.push(`${peer.name} ${short(peer.value)} ${unit}`);
  if (ratio !== undefined) parts.push(`ratio ${ratio.toFixed(2)}`);
  if (goal !== undefined) parts.push(`goal ${goal}`);
  if (met !== undefined) parts.push(met ? 'ok' : 'MISSED');
  return parts.join(' | ');
}

/** Three digits, or all whole ones. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
