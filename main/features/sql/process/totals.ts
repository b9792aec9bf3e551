import { createReadStream } from 'node:fs';
import { errorText, FailureError } from '../../../../preload/contract/failures.ts';
import { columnKey } from '../../../../preload/contract/sqlColumns.ts';
import type { GroupValue, RecordTotals } from '../../../../preload/contract/totals.ts';
import { GroupLevel, makeGrouping } from '../../../store/cache/totalsGroups.ts';
import { fieldsOfMeasure, totalsOf, type TotalsScan } from '../../../store/cache/totalsOfScan.ts';
import { comparableInstant } from '../../../store/query/values.ts';
import type { SqlMessage, SqlTotalsStart } from './messages.ts';

/** Sums up the rows of a result file. What goes wrong is told as a message. */
export async function totalRows(start: SqlTotalsStart, tell: (message: SqlMessage) => void): Promise<void> {
  try {
    tell({ kind: 'totals', totals: await totalsOfFile(start) });
  } catch (error) {
    const why = error instanceof FailureError ? 'statement' : 'storage';
    tell({ kind: 'failed', why, message: errorText(error) });
  }
}

async function totalsOfFile({ totals, rows: count, resultPath }: SqlTotalsStart): Promise<RecordTotals> {
  const { rows, columns, measures } = totals;
  const levels = rows.map(() => new GroupLevel());
  const axis = new GroupLevel();
  const groupOf = [...rows, ...(columns === undefined ? [] : [columns])].map(({ field, period }) => {
    const place = placeOf(field);
    const grouping = makeGrouping(period);
    return (cells: readonly unknown[]): GroupValue => {
      const cell = cells[place];
      return grouping(
        period === undefined ? cell : typeof cell === 'string' ? comparableInstant(cell) : null,
      );
    };
  });
  const fields = [...new Set(measures.flatMap(fieldsOfMeasure))];
  const numbers = new Map(fields.map((field) => [field, new Float64Array(count)]));
  const scan: TotalsScan = {
    levels,
    columns: axis,
    leafOf: new Int32Array(count),
    columnOf: new Int32Array(count),
    numbers,
  };
  const places = [...numbers].map(([field, values]) => ({ place: placeOf(field), values }));
  let approximate = false;
  let row = 0;
  for await (const cells of rowsOf(resultPath)) {
    let group = 0;
    for (const [index, level] of levels.entries())
      group = level.placeOf(group, groupOf[index]?.(cells) ?? null);
    scan.leafOf[row] = group;
    if (columns !== undefined) scan.columnOf[row] = axis.placeOf(0, groupOf.at(-1)?.(cells) ?? null);
    for (const { place, values } of places) {
      const cell = cells[place];
      const isExact = typeof cell === 'string' && wholeNumber.test(cell);
      approximate ||= isExact;
      values[row] = typeof cell === 'number' || isExact ? Number(cell) : infinite(cell);
    }
    row += 1;
  }
  return { ...totalsOf(scan, totals, () => undefined), approximate };
}

/** A whole number beyond 2^53, which cells have as text, see `cellOf`. */
const wholeNumber = /^-?[1-9]\d{15,18}$/;

/** An infinite number, which is no JSON; NaN for what is no number. */
function infinite(cell: unknown): number {
  return cell === 'Infinity' ? Infinity : cell === '-Infinity' ? -Infinity : NaN;
}

function placeOf(field: string): number {
  const place = Number(field.slice(1));
  if (columnKey(place) === field) return place;
  throw new FailureError({ code: 'bad-arguments', message: `“${field}” is no column of the result.` });
}

/** The rows of a result file, which has one on each line. */
async function* rowsOf(path: string): AsyncGenerator<readonly unknown[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1_000_000 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const cells: unknown = JSON.parse(line);
      if (Array.isArray(cells)) yield cells;
    }
  }
}
