import type Database from 'better-sqlite3';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import {
  fieldsOfMeasure,
  type RecordTotals,
  type TotalsRequest,
} from '../../../../preload/contract/totals.ts';
import { compileColumns } from '../../query/compile.ts';
import { sortTarget } from '../../query/fields.ts';
import { problems } from '../../query/problems.ts';
import { cachedFields, cacheTable } from '../../records/resourceTables.ts';
import { countedOnce } from '../../records/twins.ts';
import { GroupLevel, makeGrouping } from './totalsGroups.ts';
import { totalsOf, type TotalsScan } from './totalsOfScan.ts';

/** Maximum numbers read for one answer, with those of its groups: they take 160 MB. */
const maxNumbers = 20_000_000;
const tooManyNumbers = new FailureError({
  code: 'bad-arguments',
  message: 'These are more than 20 million figures. Filter the list, or take fewer figures.',
});

/** Throws a `QueryProblem` for a wrong query, and a `FailureError` if it reads too much. */
export function makeRecordTotals(
  database: Database.Database,
): (request: TotalsRequest) => RecordTotals & { readonly fetches: readonly number[] } {
  return (request) => {
    const check = database.prepare('SELECT rwa_throw_if_canceled()');
    const { scan, ...rest } = read(database, request);
    return { ...totalsOf(scan, request, () => void check.get()), ...rest };
  };
}

function read(
  database: Database.Database,
  { resource, query, rows, columns, measures }: TotalsRequest,
): { scan: TotalsScan; fetches: readonly number[] } & Pick<RecordTotals, 'approximate' | 'twins'> {
  const table = cacheTable(resources[resource]);
  const options = cachedFields(database);
  const axes = columns === undefined ? rows : [...rows, columns];
  const measured = [...new Set(measures.flatMap(fieldsOfMeasure))];
  const fields = [...axes.map(({ field }) => field), ...measured];
  const compiled = compileColumns(table, { query, fields }, options, sortTarget);
  const { columns: targets } = compiled;
  const { where, parameters, twins } = countedOnce(database, table, compiled);
  const numeric = targets.slice(axes.length);
  const wrong = numeric.find(({ comparison }) => comparison !== 'number' && comparison !== 'untyped');
  if (wrong !== undefined) throw problems.notNumeric(wrong.name);
  const from = `FROM ${table.name} r WHERE ${where}`;
  const count = Number(database.prepare(`SELECT count(*) ${from}`).pluck().get(parameters));
  if (count * (2 + measured.length) > maxNumbers) throw tooManyNumbers;

  const levels = rows.map(() => new GroupLevel());
  const axis = new GroupLevel();
  const groupings = axes.map(({ period }) => makeGrouping(period));
  const [leafOf, columnOf] = [new Int32Array(count), new Int32Array(count)];
  const numbers = measured.map(() => new Float64Array(count));
  const fetches = new Set<unknown>();
  const selected = [...targets.map(({ sql }) => sql), 'r._fetch'].join(', ');
  const statement = database.prepare(`SELECT ${selected} ${from}`).raw();
  let record = 0;
  let fetch: unknown;
  for (const row of statement.iterate(parameters)) {
    if (!Array.isArray(row)) continue;
    const cells: readonly unknown[] = row;
    // Indexed loop: building pairs per record would take longer than the rest.
    let group = 0;
    for (let index = 0; index < levels.length; index += 1)
      group = levels[index]?.placeOf(group, groupings[index]?.(cells[index]) ?? null) ?? 0;
    leafOf[record] = group;
    if (columns !== undefined)
      columnOf[record] = axis.placeOf(0, groupings[rows.length]?.(cells[rows.length]) ?? null);
    for (let index = 0; index < numbers.length; index += 1) {
      const values = numbers[index];
      const value = cells[axes.length + index];
      if (values !== undefined) values[record] = typeof value === 'number' ? value : NaN;
    }
    // Records fetched together are mostly adjacent.
    if (cells[targets.length] !== fetch) fetches.add((fetch = cells[targets.length]));
    record += 1;
  }
  return {
    scan: {
      levels,
      columns: axis,
      leafOf,
      columnOf,
      numbers: new Map(measured.map((name, index) => [name, numbers[index] ?? new Float64Array(count)])),
    },
    approximate: numeric.some(({ column }) => column !== null && options.hasRests?.(table, column) === true),
    ...(twins && { twins }),
    fetches: [...fetches].filter((key) => typeof key === 'number'),
  };
}
