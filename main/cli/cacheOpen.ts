import { pathToFileURL } from 'node:url';
import type { Services } from '../services.ts';
import { textLiteral } from '../store/query/sql.ts';
import { plainResourceViews, storedViewName } from '../store/records/resourceViews.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { printText } from './output.ts';

export async function showHowToOpen(services: Services, connectionId: string): Promise<ExitCode> {
  const { connection, cache } = await services.connections.open(connectionId);
  await cache.storeViews();
  await printText(howToOpen(connection.name, cache.path));
  return exitCodes.done;
}

const question = `SELECT name, total_asset_value_dollar FROM ${storedViewName('assets')} ORDER BY 2 DESC LIMIT 5`;

/**
 * Rules: SQLite, "URI Filenames" (`mode=ro`); DuckDB, "SQLite Extension" (`READ_ONLY`, `sqlite_query`).
 * SQLite runs the views, because DuckDB would parse them in its own dialect.
 */
function howToOpen(name: string, path: string): string {
  const views = plainResourceViews().map((view) => storedViewName(view.name));
  // Shells expand `$` in double quotes.
  const uri = JSON.stringify(`${pathToFileURL(path).href.replaceAll('$', '%24')}?mode=ro`);
  return `The cache of “${name}” is an SQLite file:
  ${path}

Its views:
  ${views.join('\n  ')}

Read the views, not the tables: their names and columns change only with the version in their names. \`rwa-explorer sql --views\` lists the columns.
Open the file read-only. The app may be open, too.

sqlite3:
  sqlite3 ${uri} ${JSON.stringify(question)}

Python:
  import sqlite3
  cache = sqlite3.connect(${uri}, uri=True)
  print(cache.execute(${JSON.stringify(question)}).fetchall())

DuckDB:
  INSTALL sqlite;
  LOAD sqlite;
  ATTACH ${textLiteral(path)} AS cache (TYPE sqlite, READ_ONLY);
  SELECT * FROM sqlite_query('cache', ${textLiteral(question)});

DBeaver:
  Database → New Database Connection → SQLite, with the path above. Select “Read-only connection” under “Connection settings → General”.
`;
}
