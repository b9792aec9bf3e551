import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { z } from 'zod';

/** What runs of the benchmarks leave: figures with the machine they were measured on, and how they compare with the baseline. */

const figureSchema = z.object({
  bench: z.string(),
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  peer: z.object({ name: z.string(), value: z.number() }).optional(),
  ratio: z.number().optional(),
  goal: z.string().optional(),
  met: z.boolean().optional(),
});
export type MeasuredFigure = z.infer<typeof figureSchema>;

const runSchema = z.object({
  /** `2026-01-31`. */
  date: z.string(),
  machine: z.object({ processor: z.string(), cores: z.int(), memoryGiB: z.number(), node: z.string() }),
});
export type BenchRun = z.infer<typeof runSchema>;

const resultsSchema = runSchema.extend({
  /** Of a baseline: the runs of the benches that the last one did not measure, by their names. */
  earlier: z.record(z.string(), runSchema).optional(),
  figures: z.array(figureSchema),
});
export type BenchResults = z.infer<typeof resultsSchema>;

/** Smaller changes of a ratio are noise. */
const noteworthyChange = 0.2;

export function resultsOf(figures: readonly MeasuredFigure[], now = new Date()): BenchResults {
  const [first] = cpus();
  return {
    date: now.toISOString().slice(0, 10),
    machine: {
      processor: first?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    figures: [...figures],
  };
}

/** @returns null where there is no such file. @throws where it holds something else. */
export async function readResults(file: string): Promise<BenchResults | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return resultsSchema.parse(JSON.parse(text));
}

export async function readFigures(file: string): Promise<MeasuredFigure[]> {
  return z.array(figureSchema).parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * By how much a figure's ratio differs from the baseline's, `0.25` for a quarter more; null where one of them has none. Values
 * themselves are not compared: they are those of a machine.
 */
function changeOf(figure: MeasuredFigure, baseline: BenchResults | null): number | null {
  const before = baseline?.figures.find(({ bench, name }) => bench === figure.bench && name === figure.name);
  if (figure.ratio === undefined || before?.ratio === undefined || before.ratio === 0) return null;
  return figure.ratio / before.ratio - 1;
}

/** A figure as a line of text, with the change of its ratio. */
export function lineOf(figure: MeasuredFigure, baseline: BenchResults | null): string {
  const { bench, name, value, unit, peer, ratio, goal, met } = figure;
  const parts = [`${bench}: ${name}: ${short(value)} ${unit}`];
  if (peer !== undefined) parts.push(`${peer.name} ${short(peer.value)} ${unit}`);
  if (ratio !== undefined) parts.push(`ratio ${ratio.toFixed(2)}`);
  if (goal !== undefined) parts.push(`goal ${goal}`);
  if (met !== undefined) parts.push(met ? 'ok' : 'MISSED');
  const change = changeOf(figure, baseline);
  if (change !== null && Math.abs(change) > noteworthyChange)
    parts.push(`${change > 0 ? '+' : ''}${(change * 100).toFixed(0)} % against the baseline`);
  return parts.join(' | ');
}

/** Three digits, or all whole ones. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** The baseline with the figures of the benches that were run replaced. */
export function mergedInto(baseline: BenchResults | null, run: BenchResults): BenchResults {
  const measured = new Set(run.figures.map(({ bench }) => bench));
  const kept = (baseline?.figures ?? []).filter(({ bench }) => !measured.has(bench));
  const earlier = kept.flatMap(({ bench }): [string, BenchRun][] => {
    if (baseline === null) return [];
    const { date, machine } = baseline.earlier?.[bench] ?? baseline;
    return [[bench, { date, machine }]];
  });
  return {
    ...run,
    earlier: Object.fromEntries(earlier),
    figures: [...kept, ...run.figures].sort((a, b) => (a.bench < b.bench ? -1 : a.bench > b.bench ? 1 : 0)),
  };
}
