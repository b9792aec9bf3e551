import { openCacheScan, type CacheScan } from '../../../store/cache/cacheScan.ts';
import { beginAsFollower } from '../../../store/cache/sharedSnapshot.ts';
import type { FileShape } from '../formats/format.ts';
import { csvSegments } from '../segments/csvSegments.ts';
import { parquetSegments } from '../segments/parquetSegments.ts';
import type { SegmentMaker } from '../segments/segment.ts';
import type { CachedRecords } from './cachedRecords.ts';
import { sendInTurn, type Pair } from './inTurn.ts';

/** Whether files of this shape are made of pieces, so that two threads can write one. */
export function isInSegments({ format, byDay }: Pick<FileShape, 'format' | 'byDay'>): boolean {
  return format === 'csv' || (format === 'parquet' && !byDay);
}

/** The pieces of a file of cached records. */
export function segmentsOf(scan: CacheScan, shape: FileShape): SegmentMaker {
  return shape.format === 'csv' ? csvSegments(scan, shape) : parquetSegments(scan, shape.columns);
}

/** Makes pieces of a file that another thread writes. Where the two cannot read one state of the cache, the other goes on alone. */
export function helpWriting(
  shape: FileShape,
  { database: path, resource, query }: CachedRecords,
  pair: Pair,
  checkStopped: () => void,
): void {
  let isOfOneState = false;
  const scan = openCacheScan(path, resource, query, (database) => {
    isOfOneState = beginAsFollower(database, pair.shared, checkStopped);
  });
  try {
    if (!isOfOneState) return;
    sendInTurn({ ...segmentsOf(scan, shape), checkStopped }, pair);
  } finally {
    scan.close();
  }
}
