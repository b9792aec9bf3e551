import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchResults, BenchRun, MeasuredFigure } from './results.ts';
import { short } from './table.ts';

/** The figures of docs/performance.md: the baseline as tables, between two comments. */

const begin =
  '<!-- The figures of test/bench/results/baseline.json, written by `npm run bench -- --baseline`. -->';
const end = '<!-- End of the figures. -->';

export const documentFile = join(import.meta.dirname, '../../docs/performance.md');

/** Returns the results in Markdown: a line on the machine, then a table for each benchmark. What missed its goal is bold. */
export function figuresText({ date, machine, earlier = {}, figures }: BenchResults): string {
  const benches = [...new Set(figures.map(({ bench }) => bench))];
  const missed = figures.filter(({ met }) => met === false).length;
  return [
    `${runText({ date, machine })} ` +
      `${missed.toString()} of ${figures.filter(({ goal }) => goal !== undefined).length.toString()} goals are missed, in bold.`,
    ...benches.map((bench) =>
      [
        `### ${bench}`,
        '',
        ...(earlier[bench] === undefined ? [] : [runText(earlier[bench]), '']),
        '| Figure | Value | Compared with | Ratio | Goal |',
        '| --- | --- | --- | --- | --- |',
        ...figures.filter((figure) => figure.bench === bench).map(rowOf),
      ].join('\n'),
    ),
  ].join('\n\n');
}

function runText({ date, machine: { processor, cores, memoryGiB, node } }: BenchRun): string {
  return `Measured on ${date}: ${processor}, ${cores.toString()} cores, ${memoryGiB.toString()} GiB, Node ${node.slice(1)}.`;
}

function rowOf({ name, value, unit, peer, ratio, goal, met }: MeasuredFigure): string {
  const figure = `${short(value)} ${unit}`;
  const cells = [
    name,
    met === false ? `**${figure}**` : figure,
    peer === undefined ? '' : `${peer.name} ${short(peer.value)} ${unit}`,
    ratio === undefined ? '' : ratio.toFixed(2),
    goal ?? '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Returns the document with these figures in the place of its own. @throws where it has no place for them */
export function withFigures(document: string, results: BenchResults): string {
  const [before, rest] = document.split(begin);
  const [, after] = (rest ?? '').split(end);
  if (before === undefined || after === undefined)
    throw new Error('The document has no place for the figures.');
  return `${before}${begin}\n\n${figuresText(results)}\n\n${end}${after}`;
}

/** Writes the figures into docs/performance.md. */
export async function writeDocument(results: BenchResults): Promise<void> {
  await writeFile(documentFile, withFigures(await readFile(documentFile, 'utf8'), results));
}
