import type Database from 'better-sqlite3';
import { sqlViewsVersion } from '../../../preload/contract/sql.ts';
import { quote } from '../query/sql.ts';
import { dropStoredViews, storedViewsRow } from './resourceTables.ts';
import { plainResourceViews, viewName, viewSelect } from './resourceViews.ts';

/**
 * The views of SQL, stored in the file of the cache for other programs: `rwa_v1_assets` and so on. They need no function but
 * SQLite's own, so that any program with SQLite 3.38 or newer reads them.
 */

/** What the names of the stored views begin with. It changes only with the version of the views. */
export const storedViewPrefix = `rwa_v${sqlViewsVersion.toString()}_`;

/** Returns the name under which the view of a resource is stored. */
export function storedViewName(resource: Parameters<typeof viewName>[0]): string {
  return `${storedViewPrefix}${viewName(resource)}`;
}

/** Counts up whenever the SQL of the views changes for a reason other than the catalogue. */
const revision = '1';

const shape = `${storedViewPrefix}${revision}`;

/** Stores the views. They stay, and follow the catalogue, from then on; every connection to the file takes some milliseconds longer to open. */
export function storeViews(database: Database.Database): void {
  if (storedShape(database) === shape) return;
  database
    .transaction(() => {
      dropStoredViews(database);
      for (const view of plainResourceViews())
        database.exec(`CREATE VIEW ${quote(storedViewName(view.resource))} AS ${viewSelect(view)}`);
      database
        .prepare('INSERT OR REPLACE INTO catalogue (resource, shape) VALUES (?, ?)')
        .run(storedViewsRow, shape);
    })
    .immediate();
}

/** Stores the views again where they were stored and a table or their SQL has changed since. */
export function renewStoredViews(database: Database.Database): void {
  if (storedShape(database) !== undefined) storeViews(database);
}

function storedShape(database: Database.Database): unknown {
  return database.prepare('SELECT shape FROM catalogue WHERE resource = ?').pluck().get(storedViewsRow);
}
