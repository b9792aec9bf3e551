import { csvDialect } from './formats/csv.ts';

interface FigureColumn {
  readonly name: string;
  readonly cells: Float64Array | readonly string[];
}

const linesInBlock = 1000;

export function* figuresCsv(columns: readonly FigureColumn[]): Generator<string> {
  const { headings, line } = csvDialect({ delimiter: ',', decimalComma: false });
  yield headings(columns.map(({ name }) => name));
  const rows = Math.max(...columns.map(({ cells }) => cells.length));
  for (let start = 0; start < rows; start += linesInBlock) {
    let block = '';
    for (let row = start; row < Math.min(rows, start + linesInBlock); row += 1) {
      block += line(
        columns.map(({ cells }) => cellOf(cells[row])),
        [],
      );
    }
    yield block;
  }
}

function cellOf(cell: number | string | undefined): number | string | null {
  return cell === undefined || (typeof cell === 'number' && Number.isNaN(cell)) ? null : cell;
}
