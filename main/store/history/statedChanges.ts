import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs, dayText } from '../../../preload/contract/days.ts';
import type {
  FieldChange,
  StatedChange,
  StatedChangeList,
  StatedPeriod,
  ValueSplit,
} from '../../../preload/contract/history.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../preload/contract/json.ts';
import { readMetric } from '../../../preload/contract/metric.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { headlineOf } from '../../../preload/contract/resources/headlines.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import { jsonText } from '../../platform/sqlite/jsonText.ts';
import { cancelCheck } from '../query/functions.ts';
import type { Table } from '../query/tables.ts';
import { cacheTable } from '../records/resourceTables.ts';
import type { StatedChangesRequest } from '../storeTypes.ts';

const maxFields = 12;

/** Maximum relative difference between a value and price times supply for a split into the two. */
const splitTolerance = 0.01;

interface Move {
  readonly before: number | null;
  readonly after: number;
  readonly difference: number;
  readonly percent: number | null;
}

type Id = string | number;

const objectSchema = z.custom<JsonObject>(isJsonObject);
const rowsSchema = z.array(
  z.tuple([
    z.number(),
    z.union([z.string(), z.number()]),
    z.string().nullable(),
    z.union([z.string(), z.number()]).nullable(),
    z.string().nullable(),
    jsonText(objectSchema).nullable(),
  ]),
);
const bodySchema = z.tuple([jsonText(objectSchema), z.number()]);

interface Ranked {
  readonly keys: readonly number[];
  readonly id: Id;
  readonly title: string | null;
  readonly move: Move;
}

/**
 * Rule: service notes, "Records": `chg_7d_amt` is the change in the metric's unit, `chg_7d_pct` in percent.
 * The value before is that of the period before the fetch.
 */
export function listStatedChanges(
  database: Database.Database,
  { resource, days, by, order, page, perPage }: StatedChangesRequest,
): Omit<StatedChangeList, 'completeAsOf'> {
  const table = cacheTable(resources[resource]);
  const headline = headlineOf(resource);
  const field = headline?.name ?? null;
  const rows = field === null ? [] : readRows(database, table, field);
  const ranked: Ranked[] = [];
  for (const [key, id, title, classId, className, value] of rows) {
    const move = moveOf(value, days, headline?.unit);
    if (move === null) continue;
    ranked.push(
      by === 'record'
        ? { keys: [key], id, title, move }
        : { keys: [key], id: classId ?? '', title: className, move },
    );
  }
  const all = (by === 'class' ? sumByClass(ranked) : ranked)
    .filter(({ move }) => move.difference !== 0)
    .sort((a, b) => weightOf(b.move, order) - weightOf(a.move, order));
  const body = database
    .prepare(
      `SELECT b.content, f.at FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body
       JOIN fetches f ON f.key = r._fetch WHERE r._key = ?`,
    )
    .raw();
  const tell = ({ keys, id, title, move }: Ranked): StatedChange => {
    const [record, at] = bodySchema.parse(body.get(keys[0]));
    const on = Math.floor(at / dayMs);
    const period = { seenUntil: dayText(on - days), changedOn: dayText(on) };
    const others = by === 'class' ? [] : otherMoves(table, record, field, days);
    const fields: FieldChange[] = [[field ?? '', move] as const, ...others].map(([name, change]) => ({
      field: name,
      ...change,
      ...period,
    }));
    return {
      id,
      title: title === null || title === '' ? String(id) : title,
      on: period.changedOn,
      fields: fields.slice(0, maxFields),
      fieldCount: fields.length,
      split: by === 'class' ? null : splitOf(record, move, days),
    };
  };
  return {
    changes: all.slice((page - 1) * perPage, page * perPage).map(tell),
    field,
    pageCount: Math.ceil(all.length / perPage),
    resultCount: all.length,
    cachedRecords: field === null ? 0 : rows.length,
    withoutChange: rows.length - ranked.length,
  };
}

function readRows(database: Database.Database, table: Table, field: string): z.infer<typeof rowsSchema> {
  const text = (name: string): string => {
    const column = table.column.get(name);
    return column === undefined ? 'NULL' : `r.${column.sql}`;
  };
  return rowsSchema.parse(
    database
      .prepare(
        `SELECT r._key, r."id", ${text(table.resource.titleField)}, ${text('asset_class_id')}, ${text('asset_class_name')},
                CASE json_type(b.content, :path) WHEN 'object' THEN b.content -> :path END
         FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body WHERE ${cancelCheck}`,
      )
      .raw()
      .all({ path: `$."${field}"` }),
  );
}

function moveOf(value: Json | undefined, days: StatedPeriod, unit: Unit | undefined): Move | null {
  const metric = readMetric(value ?? undefined);
  const after = metric?.val ?? null;
  if (metric === null || after === null) return null;
  const before = metric[`val_${days}d`] ?? null;
  const difference = metric[`chg_${days}d_amt`] ?? (before === null ? null : sumOf([after, -before]));
  if (difference === null) return null;
  const percent = unit === 'percent' ? null : (metric[`chg_${days}d_pct`] ?? percentOf(difference, before));
  return { before, after, difference, percent };
}

function percentOf(difference: number, before: number | null): number | null {
  return before === null || before === 0 ? null : (difference / Math.abs(before)) * 100;
}

function sumByClass(records: readonly Ranked[]): Ranked[] {
  return [...Map.groupBy(records, ({ id }) => id)].map(([id, members]) => {
    const sum = (read: (move: Move) => number): number => sumOf(members.map(({ move }) => read(move)));
    const difference = sum((move) => move.difference);
    const after = sum((move) => move.after);
    const before = sumOf([after, -difference]);
    const title = id === '' ? 'Without a class' : (members[0]?.title ?? null);
    const move = { before, after, difference, percent: percentOf(difference, before) };
    return { keys: members.flatMap(({ keys }) => keys), id, title, move };
  });
}

function weightOf({ difference, percent }: Move, order: StatedChangesRequest['order']): number {
  return Math.abs(order === 'amount' ? difference : (percent ?? 0));
}

/** Returns the other changed metrics of a record: dollars first, then by percent. */
function otherMoves(
  table: Table,
  record: JsonObject,
  headline: string | null,
  days: StatedPeriod,
): (readonly [string, Move])[] {
  const dollars = (name: string, { difference }: Move): number =>
    table.field.get(name)?.unit === 'dollar' ? Math.abs(difference) : 0;
  return table.resource.fields
    .flatMap(({ name, type, unit }): (readonly [string, Move])[] => {
      const move = type === 'metric' && name !== headline ? moveOf(record[name], days, unit) : null;
      return move === null || move.difference === 0 ? [] : [[name, move]];
    })
    .sort(
      ([a, one], [b, other]) =>
        dollars(b, other) - dollars(a, one) || weightOf(other, 'percent') - weightOf(one, 'percent'),
    );
}

/**
 * Splits the change of a value into the price's part at the previous supply and the supply's part at the
 * current price. Together they are the change of price times supply.
 */
function splitOf(record: JsonObject, { before, after }: Move, days: StatedPeriod): ValueSplit | null {
  const price = moveOf(record['price_dollar'], days, 'dollar');
  if (price === null || price.before === null || before === null) return null;
  for (const name of ['circulating_supply_token', 'total_supply_token']) {
    const supply = moveOf(record[name], days, 'token');
    if (supply === null || supply.before === null) continue;
    if (!isNear(price.after * supply.after, after) || !isNear(price.before * supply.before, before)) continue;
    return { price: price.difference * supply.before, supply: supply.difference * price.after };
  }
  return null;
}

function isNear(product: number, value: number): boolean {
  return Math.abs(product - value) <= Math.abs(value) * splitTolerance;
}
