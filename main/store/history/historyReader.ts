import { dayMs, dayNumber, dayText } from '../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type {
  ChangeList,
  FieldChange,
  RecordChange,
  RecordChanges,
} from '../../../preload/contract/history.ts';
import { fieldsOf } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../query/columns.ts';
import { checkRow } from '../query/damage.ts';
import { isRow } from '../query/records.ts';
import { makeStatements } from '../query/statements.ts';
import type { Table } from '../query/tables.ts';
import { comparableId } from '../query/values.ts';
import type { ChangesRequest, RecordName } from '../storeTypes.ts';
import { listChanges } from './historyChanges.ts';
import { unpackValues } from './historyCodec.ts';
import { isNewSince, knownDays, readFieldNumbers, resourcesWithHistory } from './historyTables.ts';
import { changeOf, type PreviousValue } from './historyValues.ts';
import { cacheTable } from '../records/resourceTables.ts';
import type { TableCheck } from '../records/tableCheck.ts';

const rowsSchema = z.array(
  z.tuple([z.number(), z.number(), z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes))]),
);
const seenSchema = z.tuple([z.number().nullable(), z.number().nullable()]);

export function makeHistoryReader(database: Database.Database, check: TableCheck) {
  const statements = makeStatements(database);
  const tables = new Map(resourcesWithHistory.map((name) => [name, cacheTable(resources[name])]));

  function rowOf(table: Table, id: string | number): { key: number; values: Map<string, SqlValue> } | null {
    const row = statements
      .rows(`SELECT r._key, ${table.rowList} FROM ${table.name} r WHERE r."id" = ?`)
      .get(comparableId(id));
    if (!isRow(row)) return null;
    const [key, ...values] = row;
    checkRow(table, values);
    return {
      key: Number(key),
      values: new Map(
        table.columns.map(({ name, index }) => [name, values[table.own.length + index] ?? null]),
      ),
    };
  }

  function historyRows(resource: ResourceName, key: number): z.infer<typeof rowsSchema> {
    return rowsSchema.parse(
      statements
        .rows(
          `SELECT changed_on, seen_until, before FROM history WHERE resource = ? AND key = ? ORDER BY changed_on`,
        )
        .all(resource, key),
    );
  }

  function seenDays(table: Table, resource: ResourceName, key: number): { first: number; last: number } {
    const [first, at] = seenSchema.parse(
      statements
        .rows(
          `SELECT (SELECT day FROM first_seen WHERE resource = ? AND key = ?),
                  (SELECT f.at FROM ${table.name} r JOIN fetches f ON f.key = r._fetch WHERE r._key = ?)`,
        )
        .get(resource, key, key),
    );
    const last = Math.floor((at ?? 0) / dayMs);
    return { first: first ?? last, last: Math.max(last, first ?? last) };
  }

  function forgottenTo(resource: ResourceName): number {
    return Number(
      statements.values('SELECT forgotten_to FROM history_thinned WHERE resource = ?').get(resource) ?? 0,
    );
  }

  return {
    /** Returns the history of a number, oldest first: days on which a value begins or was last seen. */
    readHistory({ resource, id, field }: RecordName & { field: string }): [string, number | null][] {
      const table = tables.get(resource);
      const row = table === undefined ? null : rowOf(table, id);
      const number = [...readFieldNumbers(database, resource)].find(([, name]) => name === field)?.[0];
      if (table === undefined || row === null || number === undefined) return [];
      const { first: seenFirst, last } = seenDays(table, resource, row.key);
      const first = Math.max(seenFirst, forgottenTo(resource));
      const points = new Map<number, SqlValue>();
      let from = first;
      for (const [on, until, before] of historyRows(resource, row.key)) {
        const values = unpackValues(before);
        if (!values.has(number)) continue;
        const value = values.get(number) ?? null;
        points.set(Math.min(from, until), value).set(until, value);
        from = on;
      }
      const now = row.values.get(field) ?? null;
      points.set(from, now).set(Math.max(last, from), now);
      return [...points]
        .sort(([a], [b]) => a - b)
        .map(([day, value]) => [dayText(day), typeof value === 'number' ? value : null]);
    },

    listChanges(request: ChangesRequest): ChangeList {
      check(request.resource, fieldsOf(request.query?.filter));
      return listChanges(database, request);
    },

    readRecordChanges({ resource, id, since }: RecordName & { since: string | null }): RecordChanges {
      const table = tables.get(resource);
      const row = table === undefined ? null : rowOf(table, id);
      const compared = { since, ...knownDays(database, resource) };
      if (table === undefined || row === null || since === null) return { ...compared, change: null };
      const day = dayNumber(since);
      const names = readFieldNumbers(database, resource);
      const gone = new Map<string, PreviousValue>();
      for (const [on, until, before] of historyRows(resource, row.key)) {
        if (on <= day) continue;
        for (const [number, value] of unpackValues(before)) {
          const name = names.get(number);
          if (name !== undefined && !gone.has(name)) gone.set(name, { value, until, on });
        }
      }
      const fields: FieldChange[] = [];
      for (const [name, value] of gone) {
        const change = changeOf(table, name, value, row.values.get(name) ?? null);
        if (change !== null) fields.push(change);
      }
      fields.sort((a, b) => Math.abs(b.percent ?? 0) - Math.abs(a.percent ?? 0));
      const { first } = seenDays(table, resource, row.key);
      const isNew = isNewSince(first, day, compared.completeFrom);
      if (fields.length === 0 && !isNew) return { ...compared, change: null };
      const title = row.values.get(resources[resource].titleField);
      const change: RecordChange = {
        kind: isNew ? 'new' : 'changed',
        id,
        title: typeof title === 'string' && title !== '' ? title : String(id),
        on: isNew ? dayText(first) : latest(fields),
        fields,
        fieldCount: fields.length,
      };
      return { ...compared, change };
    },
  };
}

function latest(fields: readonly FieldChange[]): string {
  return (
    fields
      .map(({ changedOn }) => changedOn)
      .sort()
      .at(-1) ?? ''
  );
}
