import type Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { diskSpace } from '../system/diskSpace.ts';

export function copyLog(database: Database.Database, mode: 'PASSIVE' | 'TRUNCATE'): unknown {
  return hasRoomForLog(database) ? database.pragma(`wal_checkpoint(${mode})`) : null;
}

/** Returns false if the file would fill the disk: then the log stays, and is read like the file. */
export function hasRoomForLog(database: Database.Database): boolean {
  const [pages, pageBytes] = ['page_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  );
  const { free, reserve } = diskSpace(database.name);
  const growth = (pages ?? 0) * (pageBytes ?? 0) - statSync(database.name).size;
  return growth <= Math.max(0, free - reserve);
}
