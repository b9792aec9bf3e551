import { open } from 'node:fs/promises';
import type { SqlRows } from '../../../preload/contract/sql.ts';
import type { Ran } from './sqlProcess.ts';

/** Bytes that are read at once; a longer row is read whole. */
const bytesAtOnce = 1_000_000;

/** Reads rows of a result from its file, from `start`, `end` not included. Ends earlier where they are long. */
export async function readRows(
  path: string,
  { batches, rows }: Pick<Ran, 'batches' | 'rows'>,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<SqlRows> {
  const last = Math.min(end, rows);
  if (start >= last) return { rowsText: '[]', count: 0 };
  const first = batches.findIndex((batch) => batch.rows > start);
  const before = batches[first - 1] ?? { rows: 0, bytes: 0 };
  // The first batch whatever its size, then those that are asked for and not too much.
  const until = batches.findLast(
    ({ bytes }, place) =>
      place === first ||
      (place > first && bytes - before.bytes <= bytesAtOnce && (batches[place - 1]?.rows ?? 0) < last),
  );
  if (until === undefined) return { rowsText: '[]', count: 0 };
  const file = await open(path);
  try {
    const { buffer } = await file.read({
      buffer: Buffer.alloc(until.bytes - before.bytes),
      position: before.bytes,
    });
    const lines = buffer
      .toString('utf8')
      .split('\n')
      .slice(start - before.rows, Math.min(last, until.rows) - before.rows);
    return { rowsText: `[${lines.join(',')}]`, count: lines.length };
  } finally {
    await file.close();
  }
}
