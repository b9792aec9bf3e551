import process from 'node:process';
import { expect, it } from 'vitest';
import type { ColumnSummary } from '../../../preload/contract/columnSummary.ts';
import { percentiles } from '../../../preload/contract/numberFigures.ts';
import type { Condition } from '../../../preload/contract/query.ts';
import type { RecordTotals } from '../../../preload/contract/totals.ts';
import { readRaw, type RawRecord } from '../../support/reference/answers.ts';
import { matches, sorted, type Kinds, type Sort } from '../../support/reference/conditions.ts';
import { compareExact, toDouble } from '../../support/reference/exact.ts';
import {
  distributionOf,
  figureOf,
  groupOf,
  numbersOf,
  percentile,
  type Level,
  type Measure,
} from '../../support/reference/figures.ts';
import { counting } from '../../support/reference/movements.ts';
import { idOf, kindsOf, type Dice, type WorldResource } from '../../support/reference/world.ts';
import { atScale } from '../../support/scale.ts';
import { openBench, type Bench } from './referenceBench.ts';

/** Totals, summaries of columns and queries offline over random records, beside those of the reference. */

const axes: Readonly<Record<WorldResource, readonly Level[]>> = {
  assets: [
    { field: 'asset_class_name' },
    { field: 'issuer_name' },
    { field: 'is_investable' },
    { field: 'ticker' },
    { field: 'token_count' },
    { field: 'inception_date', period: 'quarter' },
    { field: 'inception_date', period: 'year' },
    { field: '_updated_at', period: 'week' },
  ],
  tokens: [{ field: 'transferability_type' }, { field: 'asset_id' }, { field: 'decimals' }],
  transactions: [
    { field: 'token_id' },
    { field: 'network_id' },
    { field: 'transaction_type_id' },
    { field: 'date', period: 'month' },
    { field: 'timestamp', period: 'day' },
    { field: 'to_address' },
  ],
};

function numberFields(resource: WorldResource): readonly string[] {
  return Object.entries(kindsOf[resource]).flatMap(([name, kind]) =>
    kind === 'metric' ? [name, `${name}:val_7d`] : kind === 'number' ? [name] : [],
  );
}

/** Of each kind a condition that some records match. */
function someFilter(dice: Dice, resource: WorldResource, records: readonly RawRecord[]): Condition {
  const value = records[dice.whole(0, records.length - 1)] ?? {};
  const field = dice.pick(numberFields(resource).filter((name) => !name.includes(':')));
  const at = numbersOf([value], field)[0];
  const number = at === undefined ? 100 : toDouble(at);
  const text = { assets: 'issuer_name', tokens: 'transferability_type', transactions: 'transaction_hash' }[
    resource
  ];
  const day = { assets: 'inception_date', tokens: 'name', transactions: 'date' }[resource];
  return dice.pick<Condition>([
    { field, operator: 'gte', value: number },
    { field, operator: 'lt', value: number },
    { field, operator: 'notEquals', value: number },
    { field, operator: 'equals', value: null },
    { field: text, operator: 'ilike', value: '%a%' },
    { field: text, operator: 'notLike', value: '%b%' },
    { field: 'id', operator: 'in', value: records.slice(0, 40).map(idOf) },
    ...(day === 'name'
      ? []
      : [
          { field: day, operator: 'onOrAfter', value: '2026-02-01' },
          { field: day, operator: 'lte', value: '2025-06-30T12:00:00Z' },
        ]),
  ]);
}

async function compareTotals(
  { dice, sent, calls, connectionId, signal, found }: Bench,
  resource: WorldResource,
) {
  const kinds: Kinds = kindsOf[resource];
  const [first, second] = [dice.pick(axes[resource]), dice.pick(axes[resource])];
  const isPivot = dice.chance(0.6) && first.field !== second.field;
  const number = (): string => dice.pick(numberFields(resource));
  const measures = [
    { kind: 'count' },
    ...(['sum', 'mean', 'min', 'max', 'median'] as const).map((kind) => ({ kind, field: number() })),
  ] satisfies Measure[];
  const filter = dice.chance(0.5) ? someFilter(dice, resource, sent(resource)) : undefined;
  const query = filter === undefined ? {} : { filter };
  const answer: RecordTotals = await calls.totalRecords(
    { connectionId, resource, query, rows: [first], measures, ...(isPivot ? { columns: second } : {}) },
    signal,
  );
  const matching = sent(resource).filter((one) => filter === undefined || matches(kinds, one, filter));
  const records = resource === 'transactions' ? counting(matching) : matching;
  const what = `totals of ${resource} by ${JSON.stringify([first, isPivot ? second : null, filter])}`;
  const groups = Map.groupBy(records, (record) => groupOf(kinds, record, first));
  found.same(`${what}: groups`, answer.groupCount, groups.size);
  const key = (value: string | number | null): string | null => (value === null ? null : value.toString());
  for (const { depth, value, others, figures } of answer.rows) {
    if (others > 0) continue;
    const inRow = depth === 0 ? records : (groups.get(key(value)) ?? []);
    const columns = [null, ...answer.columns.map((column) => [key(column)] as const)];
    if (answer.otherColumns > 0) continue;
    for (const [nth, column] of columns.entries()) {
      const its =
        column === null ? inRow : inRow.filter((record) => groupOf(kinds, record, second) === column[0]);
      if (its.length === 0) continue;
      for (const [place, measure] of measures.entries()) {
        const { value: wanted, size } = figureOf(its, measure);
        const got = figures[nth * measures.length + place] ?? null;
        found.near(`${what}: ${JSON.stringify([value, column, measure])}`, got, wanted, size);
      }
    }
  }
}

async function compareSummary(
  { dice, sent, calls, connectionId, signal, found }: Bench,
  resource: WorldResource,
) {
  const kinds: Kinds = kindsOf[resource];
  const plain = Object.entries(kindsOf[resource]).flatMap(([name, kind]) =>
    ['list', 'object', 'metric'].includes(kind) ? [] : [name],
  );
  const field = dice.pick([...plain, ...numberFields(resource)]);
  const filter = dice.chance(0.5) ? someFilter(dice, resource, sent(resource)) : undefined;
  const query = filter === undefined ? {} : { filter };
  const got: ColumnSummary = await calls.summarizeColumns(
    { connectionId, resource, query, fields: [field] },
    signal,
  );
  const matching = sent(resource).filter((one) => filter === undefined || matches(kinds, one, filter));
  const records = resource === 'transactions' ? counting(matching) : matching;
  const wanted = distributionOf(kinds, records, field);
  const what = `summary of ${resource} ${field} ${JSON.stringify(filter)}`;
  const text = (value: string | number | null): string | null => (value === null ? null : value.toString());
  found.same(
    `${what}: rows`,
    [got.rows, got.empty, got.distinct],
    [wanted.rows, wanted.empty, wanted.distinct],
  );
  found.same(`${what}: ends`, [text(got.smallest), text(got.largest)], [wanted.smallest, wanted.largest]);
  found.same(
    `${what}: frequent`,
    got.frequent.map(({ value, count }) => ({ value: text(value), count })),
    wanted.frequent,
  );
  const numbers = numbersOf(records, field).toSorted(compareExact);
  if (!numberFields(resource).includes(field) || numbers.length === 0) return;
  const sum = figureOf(records, { kind: 'sum', field });
  found.near(`${what}: sum`, got.figures?.sum ?? null, sum.value, sum.size);
  found.near(
    `${what}: mean`,
    got.figures?.mean ?? null,
    figureOf(records, { kind: 'mean', field }).value,
    sum.size,
  );
  for (const [nth, percent] of percentiles.entries())
    found.near(
      `${what}: ${percent.toString()} %`,
      got.figures?.percentiles[nth] ?? null,
      percentile(numbers, percent),
    );
}

async function compareQueries({ dice, sent, cli, found }: Bench, resource: WorldResource) {
  const kinds: Kinds = kindsOf[resource];
  const records = sent(resource);
  const filters = Array.from({ length: dice.whole(1, 3) }, () => someFilter(dice, resource, records));
  const filter = { operator: dice.pick(['and', 'or']), filters };
  const sort: Sort = {
    field: dice.pick(['id', ...numberFields(resource)]),
    direction: dice.pick(['asc', 'desc']),
  };
  const out = await cli('query', resource, '--offline', '--all', '--query', JSON.stringify({ filter, sort }));
  const ids = out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => idOf(readRaw(line) as RawRecord));
  const wanted = sorted(
    kinds,
    records.filter((one) => matches(kinds, one, filter)),
    [sort],
  ).map(idOf);
  found.same(`query of ${resource} ${JSON.stringify({ filter, sort })}`, ids, wanted);
  found.compared += wanted.length;
}

it('totals, summaries of columns and queries offline are those of what the service has sent', async () => {
  let compared = 0;
  await atScale(import.meta.filename, 20, async ({ count, seed: first }) => {
    for (let seed = first; seed < first + count; seed += 1) {
      await using bench = await openBench(seed);
      for (const resource of Object.keys(kindsOf) as WorldResource[])
        for (let nth = 0; nth < 12; nth += 1) {
          await compareTotals(bench, resource);
          await compareSummary(bench, resource);
          if (nth < 4) await compareQueries(bench, resource);
        }
      bench.found.end(seed);
      compared += bench.found.compared;
    }
  });
  process.stdout.write(`${compared.toLocaleString('en')} figures compared.\n`);
  expect(compared).toBeGreaterThan(2000);
});
