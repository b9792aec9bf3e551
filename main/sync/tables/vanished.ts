import type Database from 'better-sqlite3';
import { z } from 'zod';
import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { CompiledFilter } from '../../store/query/compile.ts';
import { undamagedText, type Row } from '../../store/query/records.ts';
import { comparableId } from '../../store/query/values.ts';
import type { makeNewerRows } from '../../store/records/newerRows.ts';
import type { RecordIntake } from '../../store/records/recordIntake.ts';
import { cacheTable } from '../../store/records/resourceTables.ts';
import type { VanishedRecord } from '../proof/types.ts';

const vanishedSchema = z.array(
  z.object({ resource: z.enum(resourceNames), id: z.string(), fetchedAt: z.number(), noticedAt: z.number() }),
);

/** Records that the service no longer has, with their last figures. */
export function makeVanished(
  database: Database.Database,
  intake: RecordIntake,
  newerRows: Pick<ReturnType<typeof makeNewerRows>, 'removed'>,
) {
  const select = database.prepare(
    `SELECT resource, id, fetched_at AS fetchedAt, noticed_at AS noticedAt FROM vanished
     WHERE noticed_at >= ? ORDER BY noticed_at, resource, id`,
  );
  const put = database.prepare(
    `INSERT OR REPLACE INTO vanished (resource, id, record, fetched_at, noticed_at) VALUES (?, ?, ?, ?, ?)`,
  );
  const drop = database.prepare('DELETE FROM vanished WHERE resource = ? AND id = ?');

  /** Moves records from the cache to `vanished`; returns how many. */
  function take(resource: ResourceName, { where, parameters }: CompiledFilter, now: number): number {
    const table = cacheTable(resources[resource]);
    const rows = database
      .prepare(
        `SELECT r._key, f.at, r."id", ${table.selectList} FROM ${table.name} r
         JOIN ${table.bodies} b ON b.key = r._body JOIN fetches f ON f.key = r._fetch WHERE ${where}`,
      )
      .raw()
      .all(parameters)
      .filter(isUnseen);
    for (const [, at, id, ...row] of rows)
      put.run(resource, String(id), undamagedText(table, row) ?? '{}', at, now);
    const keys = rows.map(([rowKey]) => rowKey);
    newerRows.removed(resource, keys, now);
    intake.remove(resource, keys);
    return rows.length;
  }

  /** Records that came back are not vanished. */
  function forgetReturned(resource: ResourceName): void {
    const { name } = cacheTable(resources[resource]);
    const isHere = database.prepare(`SELECT 1 FROM ${name} WHERE "id" = ?`);
    for (const gone of vanishedSchema.parse(select.all(0))) {
      if (gone.resource === resource && isHere.get(comparableId(gone.id)) !== undefined)
        drop.run(resource, gone.id);
    }
  }

  return {
    take,
    forgetReturned,
    /** Those noticed since a moment that have not come back. */
    list: (since: number): VanishedRecord[] => vanishedSchema.parse(select.all(since)),
  };
}

function isUnseen(row: unknown): row is [number, number, string | number, ...Row] {
  return Array.isArray(row) && row.length > 3;
}
