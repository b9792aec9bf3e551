import { changeOf, noteworthyChange, type BenchResults, type MeasuredFigure } from './results.ts';

const headings = ['Figure', 'Value', 'Peer', 'Ratio', 'Goal', '', 'Against the baseline'];

/** The figures as lines of text, in columns. */
export function tableOf(figures: readonly MeasuredFigure[], baseline: BenchResults | null): string {
  const rows = [headings, ...figures.map((figure) => cellsOf(figure, baseline))];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf(figure: MeasuredFigure, baseline: BenchResults | null): string[] {
  const { bench, name, value, unit, peer, ratio, goal, met } = figure;
  const change = changeOf(figure, baseline);
  return [
    `${bench}: ${name}`,
    `${short(value)} ${unit}`,
    peer === undefined ? '' : `${peer.name} ${short(peer.value)}`,
    ratio === undefined ? '' : ratio.toFixed(2),
    goal ?? '',
    met === undefined ? '' : met ? 'ok' : 'MISSED',
    change === null || Math.abs(change) <= noteworthyChange
      ? ''
      : `ratio ${change > 0 ? '+' : ''}${(change * 100).toFixed(0)} %`,
  ];
}

/** Three digits, or all whole ones. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
