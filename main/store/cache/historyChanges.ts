import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ChangeList, FieldChange, RecordChange } from '../../../preload/contract/calls/history.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../query/columns.ts';
import { compileWhere } from '../query/compile.ts';
import type { Table } from '../query/tables.ts';
import type { ChangesRequest } from '../storeTypes.ts';
import { unpackValues } from './historyCodec.ts';
import { dayMs, dayNumber, dayText, isNewSince, knownDays, readFieldNumbers } from './historyTables.ts';
import { changeOf, isFigure, type GoneValue } from './historyValues.ts';
import { cacheTable } from './resourceTables.ts';

/** Fields told of each record of a list. */
const toldFields = 12;

interface Ranked {
  readonly change: RecordChange;
  /** What it is ordered by, the weightiest first. */
  readonly weights: readonly number[];
}

/** Records that have changed, appeared or vanished since a day, the largest changes first. */
export function listChanges(database: Database.Database, request: ChangesRequest): ChangeList {
  const { resource, since, page, perPage } = request;
  const compared = { since, ...knownDays(database, resource) };
  if (since === null || resource === 'transactions') {
    const totals = { changed: 0, new: 0, vanished: 0 };
    return { ...compared, changes: [], totals, pageCount: 0, resultCount: 0 };
  }
  const table = cacheTable(resources[resource]);
  const day = dayNumber(since);
  const added = newRecords(database, table, request, day, compared.completeFrom);
  const isNew = new Set(added.map(({ change }) => change.id));
  const changed = changedRecords(database, table, request, day).filter(({ change }) => !isNew.has(change.id));
  const gone = request.query?.filter === undefined ? vanishedRecords(database, resource, day) : [];
  const wanted = new Set(request.kinds ?? ['changed', 'new', 'vanished']);
  const all = [...added, ...gone, ...changed.sort(byWeight)].filter(({ change }) => wanted.has(change.kind));
  return {
    ...compared,
    changes: all.slice((page - 1) * perPage, page * perPage).map(({ change }) => change),
    totals: { changed: changed.length, new: added.length, vanished: gone.length },
    pageCount: Math.ceil(all.length / perPage),
    resultCount: all.length,
  };
}

function changedRecords(
  database: Database.Database,
  table: Table,
  { resource, fields, of, order, query }: ChangesRequest,
  day: number,
): Ranked[] {
  const names = new Map(
    [...readFieldNumbers(database, resource)].filter(([, name]) =>
      fields === undefined ? of === 'all' || isFigure(table, name) : fields.includes(name),
    ),
  );
  const records = new Map<number, Map<string, GoneValue>>();
  const seen = new Set<string>();
  const rows = database
    .prepare(
      `SELECT key, changed_on, seen_until, before FROM history
       WHERE resource = ? AND changed_on > ? ORDER BY key, changed_on`,
    )
    .raw()
    .iterate(resource, day);
  for (const row of rows) {
    if (!isGone(row)) continue;
    const [key, on, until, before] = row;
    const values = records.get(key) ?? new Map<string, GoneValue>();
    records.set(key, values);
    for (const [number, value] of unpackValues(before)) {
      const name = names.get(number);
      // The oldest value since that day is the one that was there on it.
      if (name === undefined || values.has(name)) continue;
      values.set(name, { value, until, on });
      seen.add(name);
    }
  }
  const columns = table.columns.filter(({ name }) => seen.has(name));
  const { where, parameters } = compileWhere(table, query?.filter, { openFields: true });
  const title = table.column.get(table.resource.titleField)?.sql ?? '"id"';
  const select = ['r._key', 'r."id"', `r.${title}`, ...columns.map(({ sql }) => `r.${sql}`)].join(', ');
  const read = database
    .prepare(
      `SELECT ${select} FROM json_each(:keys) k CROSS JOIN ${table.name} r ON r._key = k.value WHERE ${where}`,
    )
    .raw();
  const ranked: Ranked[] = [];
  for (const row of read.iterate({ ...parameters, keys: JSON.stringify([...records.keys()]) })) {
    if (!isRow(row)) continue;
    const [key, id = null, name = null, ...values] = row;
    const gone = records.get(Number(key));
    const changes = columns.flatMap((column, index) => {
      const value = gone?.get(column.name);
      return value === undefined ? [] : (changeOf(table, column.name, value, values[index] ?? null) ?? []);
    });
    if (changes.length > 0) ranked.push(rank(table, id, name, changes, order));
  }
  return ranked;
}

function rank(
  table: Table,
  id: SqlValue,
  title: SqlValue,
  changes: FieldChange[],
  order: ChangesRequest['order'],
): Ranked {
  const weights = changes.map((change) => ({ change, weight: weightOf(table, change, order) }));
  weights.sort((a, b) => compareWeights(a.weight, b.weight));
  const fields = weights.map(({ change }) => change);
  const shownId = typeof id === 'bigint' ? Number(id) : (id ?? '');
  return {
    change: {
      kind: 'changed',
      id: shownId,
      title: typeof title === 'string' && title !== '' ? title : String(shownId),
      on: fields.reduce((last, { changedOn }) => (changedOn > last ? changedOn : last), ''),
      fields: fields.slice(0, toldFields),
      fieldCount: fields.length,
    },
    weights: weights[0]?.weight ?? [],
  };
}

/** Dollars weigh more than other units, which cannot be compared but by percent. */
function weightOf(table: Table, change: FieldChange, order: ChangesRequest['order']): readonly number[] {
  const dollars = table.field.get(change.field)?.unit === 'dollar' ? amountOf(change) : 0;
  const percent = Math.abs(change.percent ?? 0);
  return order === 'amount' ? [dollars, percent] : [percent, dollars];
}

/** What came, where there was nothing; what went, where there is nothing now. */
function amountOf({ difference, before, after }: FieldChange): number {
  const amount = difference ?? after ?? before;
  return typeof amount === 'number' ? Math.abs(amount) : 0;
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  return (b[0] ?? 0) - (a[0] ?? 0) || (b[1] ?? 0) - (a[1] ?? 0);
}

function byWeight(a: Ranked, b: Ranked): number {
  return compareWeights(a.weights, b.weights) || (a.change.title < b.change.title ? -1 : 1);
}

const newSchema = z.array(z.tuple([z.union([z.number(), z.string()]), z.string().nullable(), z.number()]));

function newRecords(
  database: Database.Database,
  table: Table,
  { resource, query }: ChangesRequest,
  day: number,
  completeFrom: string | null,
): Ranked[] {
  if (!isNewSince(Infinity, day, completeFrom)) return [];
  const { where, parameters } = compileWhere(table, query?.filter, { openFields: true });
  const title = table.column.get(table.resource.titleField)?.sql ?? '"id"';
  const rows = database
    .prepare(
      `SELECT r."id", r.${title}, s.day FROM first_seen s CROSS JOIN ${table.name} r ON r._key = s.key
       WHERE s.resource = :resource AND s.day > :since AND ${where} ORDER BY s.day DESC, r.${title}`,
    )
    .raw()
    .all({ ...parameters, resource, since: Math.max(day, dayNumber(completeFrom ?? '1970-01-01')) });
  return newSchema.parse(rows).map(([id, name, first]) => plain('new', id, name, first));
}

const vanishedSchema = z.array(z.tuple([z.string(), z.string(), z.number()]));

/** Rule: a full sync that no longer sees a record keeps it in `vanished`. */
function vanishedRecords(database: Database.Database, resource: ResourceName, day: number): Ranked[] {
  const exists = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'vanished'`).pluck().get();
  if (exists === 0) return [];
  const rows = database
    .prepare(
      `SELECT id, coalesce(record ->> :title, ''), noticed_at FROM vanished
       WHERE resource = :resource AND noticed_at >= :from ORDER BY noticed_at DESC`,
    )
    .raw()
    .all({ resource, title: resources[resource].titleField, from: (day + 1) * dayMs });
  return vanishedSchema
    .parse(rows)
    .map(([id, title, at]) => plain('vanished', id, title, Math.floor(at / dayMs)));
}

function plain(kind: RecordChange['kind'], id: string | number, title: string | null, day: number): Ranked {
  const name = title === null || title === '' ? String(id) : title;
  return {
    change: { kind, id, title: name, on: dayText(day), fields: [], fieldCount: 0 },
    weights: [],
  };
}

function isGone(row: unknown): row is [number, number, number, Buffer] {
  return Array.isArray(row) && Buffer.isBuffer(row[3]);
}

function isRow(row: unknown): row is SqlValue[] {
  return Array.isArray(row);
}
