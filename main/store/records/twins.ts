import type Database from 'better-sqlite3';
import { z } from 'zod';
import { resources } from '../../../preload/contract/resources.ts';
import { findTwins, readFeedId, type Twins } from '../../../preload/contract/twins.ts';
import type { CompiledFilter } from '../query/compile.ts';
import type { SqlDatabase } from '../query/database.ts';
import type { Table } from '../query/tables.ts';
import { cacheTable } from './resourceTables.ts';

/** Repeated transactions by key. `owner` counts instead; null if uncertain. See `twins.ts`. */
export const twinsTable = `
  CREATE TABLE twins (key INTEGER PRIMARY KEY, owner INTEGER) STRICT;
  CREATE INDEX twins_owner ON twins (owner);
`;

/**
 * Returns SQL for the keys of twins whose owner's record is among a source's matching rows; these twins do
 * not count.
 * @param source joined to the twins `t`, such as `watch_members m ON m.key = t.owner`
 */
export function twinsOf(source: string, where: string): string {
  return `SELECT t.key FROM twins t CROSS JOIN ${source} WHERE ${where}`;
}

const rowsSchema = z.array(
  z.object({
    key: z.number(),
    id: z.string(),
    // Amounts beyond a double cannot be compared.
    amount: z.number().nullable().catch(null),
    token: z.union([z.string(), z.number()]).nullable(),
  }),
);

export function makeTwinsTable(database: Database.Database) {
  const table = cacheTable(resources.transactions);
  const read = database.prepare(
    `SELECT _key AS key, "id" AS id, "amount" AS amount, "token_id" AS token FROM ${table.name} WHERE "id" > ? AND "id" < ?`,
  );
  const drop = database.prepare('DELETE FROM twins WHERE key = ?');
  const put = database.prepare('INSERT INTO twins (key, owner) VALUES (?, ?)');
  return {
    settle(ids: Iterable<unknown>) {
      const transactions = new Map<string, readonly string[][]>();
      for (const id of ids) {
        const { network, hash } = readFeedId(id) ?? {};
        if (network === undefined || hash === undefined) continue;
        // `.` follows `-` and a backquote follows `_`: these ranges contain all ids with the hash as prefix.
        transactions.set(`${network} ${hash}`, [
          [`${network}-${hash}-`, `${network}-${hash}.`],
          [`${network}_${hash}_`, `${network}_${hash}\``],
        ]);
      }
      for (const ranges of transactions.values()) {
        const rows = ranges.flatMap((range) => rowsSchema.parse(read.all(...range)));
        const found = new Map(findTwins(rows).map(({ key, owner }) => [key, owner]));
        for (const { key } of rows) {
          drop.run(key);
          const owner = found.get(key);
          if (owner !== undefined) put.run(key, owner);
        }
      }
    },
  };
}

interface CountedFilter extends CompiledFilter {
  readonly twins?: Twins;
  readonly left: ReadonlySet<number>;
}

const matchingSchema = z.array(
  z.object({ key: z.number(), owner: z.number().nullable(), merged: z.number() }),
);

/**
 * Narrows a filter over the table `r` to the records that figures count. A twin is left out only if the
 * record that counts matches too: filtered by a token account, the twins may be all there is.
 */
export function countedOnce(
  database: SqlDatabase,
  { resource, name }: Table,
  { where, parameters }: CompiledFilter,
): CountedFilter {
  const all = { where, parameters, left: new Set<number>() };
  if (resource.name !== 'transactions') return all;
  if (database.prepare('SELECT EXISTS (SELECT 1 FROM twins)').pluck().get() === 0) return all;
  // Inside the subquery, `r` is the owner's row, so the same filter applies.
  const twins = twinsOf(`${name} r ON r._key = t.owner`, where);
  const matching = `FROM twins t CROSS JOIN ${name} r ON r._key = t.key WHERE ${where}`;
  const found = matchingSchema.parse(
    database
      .prepare(`SELECT r._key AS key, t.owner AS owner, r._key IN (${twins}) AS merged ${matching}`)
      .all(parameters),
  );
  const left = new Set(found.flatMap(({ key, merged }) => (merged === 1 ? [key] : [])));
  const unsure = found.filter(({ owner }) => owner === null).length;
  return {
    where: `${where} AND r._key NOT IN (${twins})`,
    parameters,
    left,
    ...noted({ merged: left.size, unsure, cut: found.length - left.size - unsure }),
  };
}

export function noted(twins: Twins): { twins?: Twins } {
  return twins.merged + twins.unsure + twins.cut === 0 ? {} : { twins };
}
