import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Filter } from '../../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { compileWhere } from '../../query/compile.ts';
import { installFunctions } from '../../query/functions.ts';
import { comparableId } from '../../query/values.ts';
import { cachedFields, cacheTable } from '../../records/resourceTables.ts';

export type IdCheck = ReturnType<typeof openIdCheck>;

const missingSchema = z.array(z.tuple([z.number(), z.number()]));

/** Finds which ids no cached record has that matches a filter. For a separate thread. */
export function openIdCheck(path: string, resource: ResourceName, filter: Filter | undefined) {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  installFunctions(database);
  const table = cacheTable(resources[resource]);
  const { where, parameters } = compileWhere(table, filter, cachedFields(database));
  const find = database
    .prepare(
      `SELECT k.key, EXISTS (SELECT 1 FROM vanished v WHERE v.resource = :resource AND v.id = CAST(k.value AS TEXT))
       FROM json_each(:ids) k WHERE NOT EXISTS (SELECT 1 FROM ${table.name} r WHERE r."id" = k.value AND (${where}))`,
    )
    .raw();
  return {
    /** `removed`: a sync found that the service no longer has it. */
    missing: (ids: readonly string[]) =>
      missingSchema
        .parse(find.all({ ...parameters, resource, ids: JSON.stringify(ids.map(comparableId)) }))
        .flatMap(([index, removed]) => ({ id: ids[index] ?? '', removed: removed === 1 })),
    close() {
      database.close();
    },
  };
}
