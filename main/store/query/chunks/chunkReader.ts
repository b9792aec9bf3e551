import type { Statements } from '../statements.ts';
import type { Table } from '../tables.ts';
import { damaged } from '../damage.ts';
import { rebuildChunk } from './rebuildChunk.ts';
import { chunkRows, isAsSealed, unpackChunk, type ChunkValues } from './chunkCodec.ts';
import { chunkName, presentField } from './chunkTable.ts';

export type ChunkReader = ReturnType<typeof makeChunkReader>;

/**
 * Bytes of packed chunks in memory, of the database's current version. A query does not displace its own
 * chunks: if its columns are larger, the next query still finds their first chunks.
 */
const bytesKept = 32 * 1024 * 1024;

interface Kept {
  readonly packed: Buffer;
  readonly version: number | undefined;
  readonly query: number;
}

export function makeChunkReader(statements: Statements, table: Table, keptBytes = bytesKept) {
  const name = chunkName(table);
  const kept = new Map<string, Kept>();
  let bytes = 0;
  let query = 0;
  let versions = new Map<number, number>();
  let count = 0;

  function read(field: string, chunk: number): Buffer | null {
    const entry = `${field} ${chunk.toString()}`;
    const known = kept.get(entry);
    const version = versions.get(chunk);
    if (known !== undefined && known.version === version) {
      kept.delete(entry);
      kept.set(entry, { ...known, query });
      return known.packed;
    }
    const packed = soundPack(field, chunk);
    if (packed === null) return null;
    bytes -= known?.packed.length ?? 0;
    kept.delete(entry);
    for (const [oldest, { packed: dropped, query: last }] of kept) {
      if (bytes + packed.length <= keptBytes || last === query) break;
      kept.delete(oldest);
      bytes -= dropped.length;
    }
    if (bytes + packed.length <= keptBytes) {
      kept.set(entry, { packed, version, query });
      bytes += packed.length;
    }
    return packed;
  }

  /** Returns an undamaged pack; rebuilds a damaged one from the rows. */
  function soundPack(field: string, chunk: number): Buffer | null {
    const stored = statements
      .values(`SELECT packed FROM ${name} WHERE field = ? AND chunk = ?`)
      .get(field, chunk);
    const packed = Buffer.isBuffer(stored) ? stored : null;
    if (!table.summed || (packed !== null && isAsSealed(packed, field, chunk))) return packed;
    return versions.has(chunk) ? rebuildChunk(statements.rows, table, field, chunk) : null;
  }

  /** Chunk numbers have no gaps, so a missing chunk is damaged and rebuilt. */
  function mendNumbers(): void {
    const last = statements.values(`SELECT max(_key) FROM ${table.name}`).get();
    const all = Math.max(versions.size, typeof last === 'number' ? Math.floor(last / chunkRows) + 1 : 0);
    if (all > versions.size + 1) throw damaged(table.resource);
    const named = versions;
    versions = new Map(Array.from({ length: all }, (_, chunk) => [chunk, named.get(chunk) ?? -1]));
  }

  return {
    refresh() {
      versions = new Map(
        statements
          .rows(`SELECT chunk, version FROM ${name} WHERE field = ?`)
          .all(presentField)
          .filter(isVersion),
      );
      if (table.summed) mendNumbers();
      count = [...versions.keys()].reduce((most, chunk) => Math.max(most, chunk + 1), 0);
    },
    begin() {
      query += 1;
    },
    count: () => count,
    cursor(field: string) {
      const target = new Float64Array(chunkRows);
      let current = -1;
      let values: ChunkValues = target;
      return {
        /** Returns the values of a chunk, valid until another chunk is read. */
        at(chunk: number) {
          if (chunk === current) return values;
          const packed = read(field, chunk);
          values = packed === null ? target.fill(NaN) : unpackChunk(packed, target);
          current = chunk;
          return values;
        },
      };
    },
  };
}

function isVersion(row: unknown): row is readonly [chunk: number, version: number] {
  return Array.isArray(row) && row.length === 2;
}
