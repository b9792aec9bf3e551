import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SqlDatabase } from '../query/database.ts';

/**
 * The members of a list on a day of many, packed into one text of bytes: to read them so takes a twentieth of the time of reading rows. Triggers
 * unpack a day with each change of its members, so that what is packed is always right; see `watchTables.ts`.
 *
 * All dollars come first, then the numbers of all senders, of all recipients, and all kinds.
 */
const bytesEach = Float64Array.BYTES_PER_ELEMENT + 2 * Uint32Array.BYTES_PER_ELEMENT + 1;

/** A day of fewer members is read as quickly from their rows. */
const leastPacked = 64;
/** Days looked at in a step of packing. */
const daysAtOnce = 100;

/** What figures need of a member: see `watchTables.ts`. */
type Facts = [kind: number, dollars: number | null, sender: number | null, recipient: number | null];

const factsSchema = z.array(
  z.tuple([z.number(), z.number().nullable(), z.number().nullable(), z.number().nullable()]),
);
const dayOfList = z.array(z.tuple([z.number(), z.number()]));
const bytesSchema = z.instanceof(Uint8Array);

/** Packs some of the days whose members have changed. Returns true where there are more. */
export function makeDayPacking(database: Database.Database): () => boolean {
  const next = database.prepare(`SELECT list, day FROM watch_unpacked LIMIT ${daysAtOnce.toString()}`).raw();
  const read = database
    .prepare(
      'SELECT kind, dollars, sender, recipient FROM watch_members WHERE list = ? AND day = ? ORDER BY key',
    )
    .raw();
  const put = database.prepare('INSERT OR REPLACE INTO watch_days (list, day, members) VALUES (?, ?, ?)');
  const done = database.prepare('DELETE FROM watch_unpacked WHERE list = ? AND day = ?');
  const packSome = database.transaction((): boolean => {
    const days = dayOfList.parse(next.all());
    for (const [list, day] of days) {
      const members = factsSchema.parse(read.all(list, day));
      if (members.length >= leastPacked) put.run(list, day, pack(members));
      done.run(list, day);
    }
    return days.length === daysAtOnce;
  });
  return () => packSome.immediate();
}

function pack(members: readonly Facts[]): Uint8Array {
  const bytes = new Uint8Array(members.length * bytesEach);
  const views = viewsOf(bytes);
  members.forEach(([kind, dollars, sender, recipient], index) => {
    views.kinds[index] = kind;
    views.dollars[index] = dollars ?? NaN;
    views.senders[index] = sender ?? 0;
    views.recipients[index] = recipient ?? 0;
  });
  return bytes;
}

/** `bytes` begin at the beginning of their buffer. */
function viewsOf({ buffer, length }: Uint8Array) {
  const count = length / bytesEach;
  const [senders, recipients] = [count * Float64Array.BYTES_PER_ELEMENT, count * 12];
  return {
    count,
    dollars: new Float64Array(buffer, 0, count),
    senders: new Uint32Array(buffer, senders, count),
    recipients: new Uint32Array(buffer, recipients, count),
    kinds: new Uint8Array(buffer, count * (bytesEach - 1), count),
  };
}

interface Days {
  readonly list: number;
  readonly from: number;
  readonly to: number;
}

type Visit = (day: number, ...member: Facts) => void;

/**
 * Passes over the packed members of a list in the order of days. Returns what lies between the packed days, whose members are to be read
 * from their rows.
 */
export function makePackedDays(database: SqlDatabase): (days: Days, visit: Visit) => Days[] {
  const list = database
    .prepare('SELECT day FROM watch_days WHERE list = :list AND day BETWEEN :from AND :to ORDER BY day')
    .pluck();
  const read = database
    .prepare(
      'SELECT members FROM watch_days WHERE list = ? AND day = ? AND (day & 15 OR rwa_throw_if_cancelled())',
    )
    .pluck();
  return (days, visit) => {
    const others: Days[] = [];
    let { from } = days;
    for (const day of list.all(days).map(Number)) {
      const members = bytesSchema.parse(read.get(days.list, day));
      if (day > from) others.push({ ...days, from, to: day - 1 });
      from = day + 1;
      // Where SQLite’s bytes begin is no place for wide numbers.
      const { count, dollars, senders, recipients, kinds } = viewsOf(Uint8Array.from(members));
      for (let index = 0; index < count; index += 1) {
        const value = dollars[index] ?? NaN;
        visit(
          day,
          kinds[index] ?? 0,
          Number.isNaN(value) ? null : value,
          orNull(senders[index]),
          orNull(recipients[index]),
        );
      }
    }
    if (from <= days.to) others.push({ ...days, from });
    return others;
  };
}

/** The numbers of addresses begin with 1. */
function orNull(number = 0): number | null {
  return number === 0 ? null : number;
}
