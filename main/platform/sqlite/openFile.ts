import Database from 'better-sqlite3';

/** Opens a database file, in the clear or with its key. */
export type OpenFile = (path: string, options?: Database.Options) => Database.Database;

export const openPlainFile: OpenFile = (path, options) => new Database(path, options);
