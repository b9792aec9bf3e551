import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openCacheWriter } from '../../../../../main/store/cache/writing/cacheWriter.ts';
import { cacheTable } from '../../../../../main/store/records/resourceTables.ts';
import {
  resourceViews,
  viewSelect,
  storedViewName,
} from '../../../../../main/store/records/resourceViews.ts';
import { installFunctions } from '../../../../../main/store/query/functions.ts';
import { makeWriter } from '../../../../../main/store/query/writer.ts';
import type { Json } from '../../../../../preload/contract/json.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const member = 'total_asset_value_dollar';

function cacheWith(values: readonly Json[]): string {
  const path = join(makeTemporaryFolder('stored-views'), 'cache.db');
  const writer = openCacheWriter(path, 'test');
  writer.calls.storeViews();
  writer.close();
  const database = new Database(path);
  installFunctions(database);
  const table = cacheTable(resources.assets);
  makeWriter(database, table).write(
    values.map((value, index) => ({
      id: index + 1,
      name: `Asset ${index.toString()}`,
      [member]: { val: index, val_30d: value },
    })),
    [1],
  );
  database.close();
  return path;
}

describe('the stored views', () => {
  it('have the rows of the views of SQL, without a function of the app', () => {
    const path = cacheWith([1.5, -3, '12.25', '1e3', null, 'many', 0]);
    const own = new Database(path, { readonly: true });
    installFunctions(own);
    const other = new Database(path, { readonly: true });
    for (const view of resourceViews('main')) {
      const stored = other.prepare(`SELECT * FROM ${storedViewName(view.name)}`).all();
      expect(stored).toEqual(own.prepare(viewSelect(view)).all());
      expect(stored).toHaveLength(/^assets(?:_metrics)?$/.test(view.name) ? 7 : 0);
    }
    const read = other
      .prepare(`SELECT val_30d FROM rwa_v1_assets_metrics WHERE field = '${member}' ORDER BY id`)
      .pluck();
    expect(read.all()).toEqual([1.5, -3, 12.25, 1000, null, null, 0]);
    own.close();
    other.close();
  });

  it('are in the file only where they were asked for: each connection takes longer to open with them', () => {
    const path = join(makeTemporaryFolder('stored-views'), 'cache.db');
    openCacheWriter(path, 'test').close();
    const database = new Database(path, { readonly: true });
    expect(database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'view'`).all()).toEqual([]);
    database.close();
  });
});
