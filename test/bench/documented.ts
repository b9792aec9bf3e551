import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { short, type BenchResults, type BenchRun, type MeasuredFigure } from './results.ts';

/** The figures of docs/performance.md: those of the baseline that its table names. */

export const documentFile = join(import.meta.dirname, '../../docs/performance.md');

/** Returns the document with these figures in the rows that name them. @throws where a row names none of them */
export function withFigures(document: string, results: BenchResults): string {
  return document
    .split('\n')
    .map((line) => {
      if (line.startsWith('Measured on ')) return runsText(results);
      const [, bench, name] = /^\| `(\w+)` \| (.*?) \|/.exec(line) ?? [];
      if (bench === undefined) return line;
      const figure = results.figures.find((one) => one.bench === bench && one.name === name);
      if (figure === undefined) throw new Error(`No figure of ${bench} is named “${name ?? ''}”.`);
      return rowOf(figure);
    })
    .join('\n');
}

/** When and on what the benchmarks were measured, those of one run together. */
function runsText({ date, machine, earlier = {}, figures }: BenchResults): string {
  const benches = [...new Set(figures.map(({ bench }) => bench))];
  const runs = Map.groupBy(benches, (bench) => runText(earlier[bench] ?? { date, machine }));
  return [...runs].map(([run, names]) => `${run}: ${names.join(', ')}.`).join(' ');
}

function runText({ date, machine: { processor, cores, memoryGiB, node } }: BenchRun): string {
  return `Measured on ${date}, ${processor}, ${cores.toString()} cores, ${memoryGiB.toString()} GiB, Node ${node.slice(1)}`;
}

/** A row of the table. A value that missed its goal is bold. */
function rowOf({ bench, name, value, unit, peer, goal, met }: MeasuredFigure): string {
  const figure = `${short(value)} ${unit}`;
  const compared = peer === undefined ? '' : ` (${peer.name} ${short(peer.value)})`;
  const measured = `${met === false ? `**${figure}**` : figure}${compared}`;
  return `| \`${bench}\` | ${name} | ${measured} | ${goal ?? ''} |`;
}

/** Writes the figures into docs/performance.md. */
export async function writeDocument(results: BenchResults): Promise<void> {
  await writeFile(documentFile, withFigures(await readFile(documentFile, 'utf8'), results));
}
