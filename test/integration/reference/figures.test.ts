import process from 'node:process';
import { expect, it, vi } from 'vitest';
import type { ColumnSummary } from '../../../preload/contract/columnSummary.ts';
import { percentiles } from '../../../preload/contract/numberFigures.ts';
import type { Condition } from '../../../preload/contract/query.ts';
import type { RecordTotals } from '../../../preload/contract/totals.ts';
import {
  dayMs,
  Digits,
  isList,
  isRecord,
  numberAt,
  readRaw,
  type RawRecord,
} from '../../support/reference/answers.ts';
import { compareIds, matches, sorted, type Kinds, type Sort } from '../../support/reference/conditions.ts';
import {
  compareExact,
  negative,
  plus,
  quotient,
  times,
  toDouble,
  zero,
  type Exact,
} from '../../support/reference/exact.ts';
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
import { idOf, kindsOf, makeWorld, type Dice, type WorldResource } from '../../support/reference/world.ts';
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

function lines(text: string): readonly RawRecord[] {
  const list = readRaw(`[${text.trim().split('\n').join(',')}]`);
  return isList(list) ? list.filter(isRecord) : [];
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
  const ids = lines(out).map(idOf);
  const wanted = sorted(
    kinds,
    records.filter((one) => matches(kinds, one, filter)),
    [sort],
  ).map(idOf);
  found.same(`query of ${resource} ${JSON.stringify({ filter, sort })}`, ids, wanted);
  found.compared += wanted.length;
}

/** An expression over fields of a record, with its value: null where an operand is empty, or a divisor 0. */
interface Expression {
  readonly text: string;
  readonly valueOf: (record: RawRecord) => { readonly value: number | null; readonly size: number };
}

function someExpression(dice: Dice, resource: WorldResource): Expression {
  const fields = numberFields(resource);
  const [one, other] = [dice.pick(fields), dice.pick(fields)];
  const [a, b] = [one.replace(':', '.'), other.replace(':', '.')];
  type Compute = (first: Exact, second: Exact) => Exact | number | null;
  const [text, compute, empty] = dice.pick<readonly [string, Compute, Exact | null]>([
    [`${a} - ${b}`, (first, second) => plus(first, negative(second)), null],
    [`${a} + ${b} * 2`, (first, second) => plus(first, plus(second, second)), null],
    [`${a} * ${b}`, times, null],
    [`${a} / ${b}`, quotient, null],
    [`min(${a}, ${b})`, (first, second) => (compareExact(first, second) < 0 ? first : second), null],
    [
      `if(coalesce(${a}, 0) > coalesce(${b}, 0), "more", "less")`,
      (first, second) => (compareExact(first, second) > 0 ? 1 : 0),
      zero,
    ],
    [`coalesce(${a}, 0) - coalesce(${b}, 0)`, (first, second) => plus(first, negative(second)), zero],
  ]);
  return {
    text,
    valueOf(record) {
      const [first, second] = [numberAt(record, one) ?? empty, numberAt(record, other) ?? empty];
      if (first === null || second === null) return { value: null, size: 0 };
      const found = compute(first, second);
      const value = found === null || typeof found === 'number' ? found : toDouble(found);
      const size = Math.abs(toDouble(first)) + 2 * Math.abs(toDouble(second)) + Math.abs(value ?? 0);
      return { value, size };
    },
  };
}

async function compareComputed(
  { dice, sent, cli, services, found }: Bench,
  resource: WorldResource,
  nth: number,
): Promise<void> {
  const { text, valueOf } = someExpression(dice, resource);
  const format = text.startsWith('if') ? 'text' : 'number';
  const name = `Computed ${nth.toString()}`;
  await services.computedColumns.calls.saveComputedColumn({ resource, name, expression: text, format });
  const query = JSON.stringify({ sort: { field: 'id', direction: 'asc' } });
  const out = await cli('query', resource, '--offline', '--all', '--query', query, '--columns', `id,${name}`);
  const rows = new Map(lines(out).map((row) => [idOf(row), row[name] ?? null]));
  for (const record of sent(resource)) {
    const { value, size } = valueOf(record);
    const raw = rows.get(idOf(record)) ?? null;
    const got = raw === 'more' ? 1 : raw === 'less' ? 0 : raw instanceof Digits ? Number(raw.text) : null;
    found.near(`${resource} ${idOf(record)} ${text}`, got, value, size);
  }
}

/** A day later some records are gone, some are new, and others have other figures. */
async function compareChanges(bench: Bench, resource: 'assets' | 'tokens'): Promise<void> {
  const { dice, world, sent, cli, calls, connectionId, found } = bench;
  const before = sent(resource);
  const further = makeWorld(world.seed + 1, {
    assets: before.length + 5,
    tokens: before.length + 5,
    transactions: 0,
  });
  const after = further.records[resource].flatMap((record, index) => {
    if (index >= before.length) return [record];
    const kept = before[index] ?? {};
    const fields = numberFields(resource).filter((name) => !name.includes(':') && dice.chance(0.3));
    return dice.chance(0.02) && index < 30
      ? []
      : [{ ...kept, ...Object.fromEntries(fields.map((name) => [name, record[name] ?? null])) }];
  });
  world.records[resource] = after;
  await cli('sync', resource);
  const fields = numberFields(resource).filter((name) => !name.includes(':'));
  const got = await calls.listChanges({
    connectionId,
    resource,
    since: { kind: 'yesterday' },
    of: 'all',
    fields,
    order: 'amount',
    page: 1,
    perPage: 500,
  });
  const known = new Map(before.map((record) => [idOf(record), record]));
  const living = new Set(after.map(idOf));
  const what = `changes of ${resource}`;
  const idsOf = (kind: string): readonly string[] =>
    got.changes
      .filter((change) => change.kind === kind)
      .map(({ id }) => String(id))
      .toSorted(compareIds);
  found.same(
    `${what}: new`,
    idsOf('new'),
    after.map(idOf).filter((id) => !known.has(id)),
  );
  found.same(
    `${what}: vanished`,
    idsOf('vanished'),
    before.map(idOf).filter((id) => !living.has(id)),
  );
  const changed = new Map(got.changes.map((change) => [String(change.id), change]));
  for (const record of after) {
    const old = known.get(idOf(record));
    if (old === undefined) continue;
    for (const field of fields) {
      const [from, to] = [numberAt(old, field), numberAt(record, field)];
      const isSame = from === null || to === null ? from === to : compareExact(from, to) === 0;
      const change = changed.get(idOf(record))?.fields.find((one) => one.field === field);
      const of = `${what}: ${idOf(record)} ${field}`;
      found.same(`${of} has changed`, change !== undefined, !isSame);
      if (change === undefined || isSame) continue;
      found.same(
        `${of} values`,
        [change.before, change.after],
        [from, to].map((one) => one && toDouble(one)),
      );
      if (from === null || to === null) continue;
      const difference = plus(to, negative(from));
      const size = Math.abs(toDouble(from)) + Math.abs(toDouble(to));
      found.near(`${of} difference`, change.difference, toDouble(difference), size);
      const percent = quotient(times(difference, hundred), from.units < 0n ? negative(from) : from);
      found.near(`${of} percent`, change.percent, percent, Math.abs(percent ?? 0) * 4 + 100);
    }
  }
}

const hundred = { units: 100n, scale: 0 };

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
          if (nth < 4) await compareComputed(bench, resource, nth);
        }
      bench.found.end(seed);
      compared += bench.found.compared;
    }
  });
  process.stdout.write(`${compared.toLocaleString('en')} figures compared.\n`);
  expect(compared).toBeGreaterThan(2000);
});

it('changes since yesterday are those between what the service sent on the two days', async () => {
  await atScale(import.meta.filename, 20, async ({ count, seed: first }) => {
    for (let seed = first; seed < first + count; seed += 1) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - dayMs });
      await using bench = await openBench(seed).finally(() => vi.useRealTimers());
      await compareChanges(bench, 'assets');
      await compareChanges(bench, 'tokens');
      bench.found.end(seed);
      expect(bench.found.compared).toBeGreaterThan(1000);
    }
  });
});
