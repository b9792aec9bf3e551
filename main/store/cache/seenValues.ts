import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '../../../preload/contract/days.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { quote } from '../query/sql.ts';
import { eachValue } from '../history/historyCodec.ts';
import { readFieldNumbers } from '../history/historyTables.ts';
import { cacheTable } from './resourceTables.ts';
import type { FigureReader } from './sumDays.ts';

/** Days on which a figure was seen with one value, the first and the last. Days are counted from 1970-01-01 UTC. */
export interface SeenSpan {
  readonly from: number;
  readonly until: number;
  /** Null where the record had none. */
  readonly value: number | null;
}

/** What was seen of a record: between two spans nobody looked. */
export interface SeenRecord {
  readonly first: number;
  /** By field, the oldest first. */
  readonly spans: ReadonlyMap<string, readonly SeenSpan[]>;
}

/** On which days something can be said. */
export interface LookedDays {
  /** Days on which any record was fetched. */
  readonly looked: ReadonlySet<unknown>;
  /** From this day on, a record that was not seen before is new. */
  readonly completeFrom: number;
  /** Before this day there were records of which nothing is known any more. */
  readonly from: number;
}

/** Reads a figure of a record on the days on which it was seen. */
export function seenReader(
  record: SeenRecord | undefined,
  field: string,
  { looked, completeFrom, from }: LookedDays,
): FigureReader {
  const { first, spans: ofFields } = record ?? { first: Infinity, spans: new Map<string, SeenSpan[]>() };
  const spans = ofFields.get(field) ?? [];
  let position = 0;
  return (day) => {
    if (day < from || !looked.has(day)) return 'unknown';
    if (day < first) return day >= completeFrom ? 'absent' : 'unknown';
    while (position < spans.length && (spans[position]?.until ?? Infinity) < day) position += 1;
    const span = spans[position];
    return span === undefined || day < span.from ? 'unknown' : span.value;
  };
}

const recordSchema = z.tuple([z.number(), z.number().nullable(), z.number()]).rest(z.number().nullable());
const changeSchema = z.tuple([z.number(), z.number(), z.number(), z.instanceof(Uint8Array)]);

/** The figures of these records on the days on which they were seen, by the keys of the records. */
export function readSeenValues(
  database: Database.Database,
  resource: ResourceName,
  { keys, fields }: { keys: ReadonlySet<number>; fields: readonly string[] },
): Map<number, SeenRecord> {
  const table = cacheTable(resources[resource]);
  const numbers = new Map(
    [...readFieldNumbers(database, resource)].filter(([, name]) => fields.includes(name)),
  );
  const changes = readChanges(database, resource, keys, numbers);
  const forgottenTo = z
    .number()
    .catch(0)
    .parse(
      database.prepare('SELECT forgotten_to FROM history_thinned WHERE resource = ?').pluck().get(resource),
    );
  const rows = database
    .prepare(
      `SELECT r._key, s.day, f.at${fields.map((name) => `, r.${quote(name)}`).join('')} FROM ${table.name} r
       JOIN fetches f ON f.key = r._fetch LEFT JOIN first_seen s ON s.resource = ? AND s.key = r._key`,
    )
    .raw();
  const seen = new Map<number, SeenRecord>();
  for (const row of rows.iterate(resource)) {
    const [key, firstSeen, fetchedAt, ...values] = recordSchema.parse(row);
    if (!keys.has(key)) continue;
    const last = Math.floor(fetchedAt / dayMs);
    const first = Math.max(firstSeen ?? last, forgottenTo);
    const spans = new Map(
      fields.map((name, position) => {
        const before = changes.get(key)?.get(name) ?? [];
        const from = before.at(-1)?.on ?? first;
        const past = before.map(({ until, value }, index) => ({
          from: Math.min(before[index - 1]?.on ?? first, until),
          until,
          value,
        }));
        return [
          name,
          [...past, { from, until: Math.max(last, from), value: values[position] ?? null }],
        ] as const;
      }),
    );
    seen.set(key, { first, spans });
  }
  return seen;
}

/** The value that went, the last day with it, and the day on which it was another. */
interface Change {
  readonly on: number;
  readonly until: number;
  readonly value: number | null;
}

function readChanges(
  database: Database.Database,
  resource: ResourceName,
  keys: ReadonlySet<number>,
  numbers: ReadonlyMap<number, string>,
): Map<number, Map<string, Change[]>> {
  const changes = new Map<number, Map<string, Change[]>>();
  const rows = database
    .prepare(
      'SELECT key, changed_on, seen_until, before FROM history WHERE resource = ? ORDER BY key, changed_on',
    )
    .raw();
  for (const row of rows.iterate(resource)) {
    const [key, on, until, before] = changeSchema.parse(row);
    if (!keys.has(key)) continue;
    eachValue(Buffer.from(before.buffer, before.byteOffset, before.byteLength), (number, value) => {
      const name = numbers.get(number);
      if (name === undefined) return;
      const ofRecord = changes.get(key) ?? new Map<string, Change[]>();
      changes.set(key, ofRecord);
      const ofField = ofRecord.get(name) ?? [];
      ofRecord.set(name, ofField);
      ofField.push({ on, until, value: typeof value === 'number' ? value : null });
    });
  }
  return changes;
}
