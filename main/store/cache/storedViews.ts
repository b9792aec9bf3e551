import type Database from 'better-sqlite3';
import { sqlViewsVersion } from '../../../preload/contract/sql.ts';
import { quote } from '../query/sql.ts';
import { plainResourceViews, viewSelect } from './resourceViews.ts';

/**
 * The views of SQL, stored in the file of the cache for other programs: `rwa_v1_assets` and so on. They need no function but
 * SQLite's own, so that any program with SQLite 3.38 or newer reads them.
 */

/** Returns the name under which a view is stored. What it begins with changes only with the version of the views. */
export function storedViewName(view: string): string {
  return `rwa_v${sqlViewsVersion.toString()}_${view}`;
}

/** Stores the views. They stay from then on; every connection to the file takes some milliseconds longer to open. */
export function storeViews(database: Database.Database): void {
  database
    .transaction(() => {
      for (const view of plainResourceViews())
        database.exec(`CREATE VIEW IF NOT EXISTS ${quote(storedViewName(view.name))} AS ${viewSelect(view)}`);
    })
    .immediate();
}
