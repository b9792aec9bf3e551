import { isRow } from '../query/records.ts';
import { dayMs, dayNumber, dayText } from '../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ChangeList, FieldChange, RecordChange } from '../../../preload/contract/history.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../query/columns.ts';
import { compileWhere } from '../query/compile.ts';
import type { Table } from '../query/tables.ts';
import type { ChangesRequest } from '../storeTypes.ts';
import { eachValue } from './historyCodec.ts';
import { isNewSince, knownDays, readFieldNumbers } from './historyTables.ts';
import { changeOf, isFigure, type PreviousValue } from './historyValues.ts';
import { weighRecords, type Order, type WeighedRecord } from './historyWeights.ts';
import { cacheTable, cachedFields } from '../records/resourceTables.ts';

const serviceFields = 12;

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
  const isNew = new Set<SqlValue>(added.map(({ id }) => id));
  const names = namesOf(database, table, request);
  const filter = compileWhere(table, request.query?.filter, cachedFields(database));
  const changed = weighRecords(database, table, { names, filter, day, order: request.order })
    .filter(({ id }) => !isNew.has(id))
    .sort(byWeight);
  const gone = request.query?.filter === undefined ? vanishedRecords(database, resource, day) : [];
  const wanted = new Set(request.kinds ?? ['changed', 'new', 'vanished']);
  const all = [
    ...(wanted.has('new') ? added : []),
    ...(wanted.has('vanished') ? gone : []),
    ...(wanted.has('changed') ? changed : []),
  ];
  const tell = teller(database, table, { names, day, order: request.order });
  return {
    ...compared,
    changes: all
      .slice((page - 1) * perPage, page * perPage)
      .map((record) => ('key' in record ? tell(record) : record)),
    totals: { changed: changed.length, new: added.length, vanished: gone.length },
    pageCount: Math.ceil(all.length / perPage),
    resultCount: all.length,
  };
}

function namesOf(
  database: Database.Database,
  table: Table,
  { resource, fields, of }: ChangesRequest,
): Map<number, string> {
  return new Map(
    [...readFieldNumbers(database, resource)].filter(([, name]) =>
      fields === undefined ? of === 'all' || isFigure(table, name) : fields.includes(name),
    ),
  );
}

function teller(
  database: Database.Database,
  table: Table,
  { names, day, order }: { names: ReadonlyMap<number, string>; day: number; order: Order },
): (record: WeighedRecord) => RecordChange {
  const past = database
    .prepare(
      `SELECT changed_on, seen_until, before FROM history
       WHERE resource = ? AND key = ? AND changed_on > ? ORDER BY changed_on`,
    )
    .raw();
  const now = database
    .prepare(`SELECT ${table.columns.map(({ sql }) => sql).join(', ')} FROM ${table.name} WHERE _key = ?`)
    .raw();

  return ({ key, id, title }) => {
    const gone = new Map<string, PreviousValue>();
    for (const row of past.all(table.resource.name, key, day)) {
      if (!isGone(row)) continue;
      const [on, until, before] = row;
      eachValue(before, (number, value) => {
        const name = names.get(number);
        // The oldest value since that day is the one of that day.
        if (name !== undefined && !gone.has(name)) gone.set(name, { value, until, on });
      });
    }
    const values = now.get(key);
    const changes = [...gone].flatMap(([name, value]) => {
      const column = table.column.get(name);
      const current = column !== undefined && isRow(values) ? (values[column.index] ?? null) : null;
      return changeOf(table, name, value, current) ?? [];
    });
    const fields = changes
      .map((change) => ({ change, weight: weightOf(table, change, order) }))
      .sort((a, b) => compareWeights(a.weight, b.weight))
      .map(({ change }) => change);
    const shownId = typeof id === 'bigint' ? Number(id) : (id ?? '');
    return {
      kind: 'changed',
      id: shownId,
      title: titleOf(title, shownId),
      on: fields.reduce((last, { changedOn }) => (changedOn > last ? changedOn : last), ''),
      fields: fields.slice(0, serviceFields),
      fieldCount: fields.length,
    };
  };
}

function weightOf(table: Table, change: FieldChange, order: Order): readonly [number, number] {
  const { difference, before, after } = change;
  const amount = table.field.get(change.field)?.unit === 'dollar' ? (difference ?? after ?? before) : 0;
  const dollars = typeof amount === 'number' ? Math.abs(amount) : 0;
  const percent = Math.abs(change.percent ?? 0);
  return order === 'amount' ? [dollars, percent] : [percent, dollars];
}

function compareWeights(a: readonly [number, number], b: readonly [number, number]): number {
  return b[0] - a[0] || b[1] - a[1];
}

function byWeight(a: WeighedRecord, b: WeighedRecord): number {
  return (
    compareWeights([a.first, a.second], [b.first, b.second]) ||
    (String(a.title ?? '') < String(b.title ?? '') ? -1 : 1)
  );
}

const newSchema = z.array(z.tuple([z.union([z.number(), z.string()]), z.string().nullable(), z.number()]));

function newRecords(
  database: Database.Database,
  table: Table,
  { resource, query }: ChangesRequest,
  day: number,
  completeFrom: string | null,
): RecordChange[] {
  if (!isNewSince(Infinity, day, completeFrom)) return [];
  const { where, parameters } = compileWhere(table, query?.filter, cachedFields(database));
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

/** Rule: a full sync adds records that it no longer sees to `vanished`. */
function vanishedRecords(database: Database.Database, resource: ResourceName, day: number): RecordChange[] {
  const exists = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'vanished'`).pluck().get();
  if (exists === 0) return [];
  const rows = database
    .prepare(
      `SELECT id, CAST(coalesce(record ->> :title, '') AS TEXT), noticed_at FROM vanished
       WHERE resource = :resource AND noticed_at >= :from ORDER BY noticed_at DESC`,
    )
    .raw()
    .all({ resource, title: resources[resource].titleField, from: (day + 1) * dayMs });
  return vanishedSchema
    .parse(rows)
    .map(([id, title, at]) => plain('vanished', id, title, Math.floor(at / dayMs)));
}

function plain(
  kind: RecordChange['kind'],
  id: string | number,
  title: string | null,
  day: number,
): RecordChange {
  return { kind, id, title: titleOf(title, id), on: dayText(day), fields: [], fieldCount: 0 };
}

function titleOf(title: SqlValue, id: string | number): string {
  return typeof title === 'string' && title !== '' ? title : String(id);
}

function isGone(row: unknown): row is [number, number, Buffer] {
  return Array.isArray(row) && Buffer.isBuffer(row[2]);
}
