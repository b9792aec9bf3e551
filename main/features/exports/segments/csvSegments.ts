import type { CacheScan } from '../../../store/cache/cacheScan.ts';
import { cellsOf } from '../cells.ts';
import { displayedCells } from '../displayed.ts';
import { csvDialect } from '../formats/csv.ts';
import type { FileShape } from '../formats/format.ts';
import { csvLines } from './csvLines.ts';
import { plainRows } from './plainRows.ts';
import { release, type SegmentMaker } from './segment.ts';

/** Blocks in a piece: some hundred KB of text. */
const blocksInSegment = 8;

/** Lines of cached records, each block the fastest way that its values allow. */
export function csvSegments(scan: CacheScan, { columns, options }: FileShape): SegmentMaker {
  const { line } = csvDialect(options);
  const shown = options.values === 'displayed' ? displayedCells(columns, options.locale) : null;
  const quick = csvLines(scan, columns, options);
  const byCells = shown === null ? plainRows(scan, columns) : null;

  function slowly(block: number): { bytes: Uint8Array; rows: number } {
    const rows = byCells?.(block) ?? scan.records(block).map((record) => cellsOf(record, columns));
    const text = rows.map((row) => line(shown === null ? row : shown(row), columns)).join('');
    return { bytes: Buffer.from(text, 'utf8'), rows: rows.length };
  }

  return {
    count: Math.ceil(scan.blocks / blocksInSegment),
    make(index) {
      const parts: Uint8Array[] = [];
      let rows = 0;
      const end = Math.min(scan.blocks, (index + 1) * blocksInSegment);
      for (let block = index * blocksInSegment; block < end; block += 1) {
        const made = quick?.(block) ?? slowly(block);
        parts.push(made.bytes);
        rows += made.rows;
      }
      return { bytes: joined(parts), rows, leftOut: 0, group: null };
    },
  };
}

/** In memory of its own, not of Node's pool, so that it can be handed to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.byteLength;
    release(part);
  }
  return bytes;
}
