import { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import { isDated } from '../../../../preload/contract/mirrors.ts';
import { resourceNames } from '../../../../preload/contract/resources.ts';
import type { MirrorColumn, MirrorTable } from '../mirrorTarget.ts';
import { ownPath } from './partitions.ts';

/**
 * The manifest of a mirror of Parquet files: which files are its rows, and where the mirror stands. It is written last and switches from the
 * old files to the new ones, so rows and state are always of one moment.
 */

export const manifestName = '_manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const keys = z.record(z.string(), z.string().nullable());

const fileSchema = z.strictObject({
  path: z.string().regex(ownPath),
  sha256,
  bytes: z.int().min(0),
  rows: z.int().min(1),
  /** Rows of these that are marked as gone. */
  deleted: z.int().min(0),
  /** The version of the schema that it was written with: columns that came later are missing in it. */
  schema: z.int().min(1),
  /** The least and the largest value of the columns that rows are found by; null where all are empty. */
  smallest: keys,
  largest: keys,
  /** SHA-256 of the records of the whole partition that are not marked as gone, in the order of their identifiers. */
  content: sha256,
});
export type ManifestFile = z.infer<typeof fileSchema>;

const columnSchema = z.strictObject({
  name: z.string().min(1),
  type: z.enum(['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'json']),
  description: z.string(),
});

const manifestSchema = z.strictObject({
  version: z.literal(1),
  writtenBy: z.string(),
  writtenAt: z.iso.datetime(),
  resource: z.enum(resourceNames),
  table: z.string(),
  description: z.string(),
  partitionedBy: z.literal('day').nullable(),
  sortedBy: z.array(z.string()),
  /** Counts up with each time that files were written; it begins the names of files. */
  generation: z.int().min(0),
  schema: z.strictObject({ version: z.int().min(1), columns: z.array(columnSchema) }),
  rows: z.int().min(0),
  files: z.array(fileSchema),
  /** Files that were replaced: they stay for some days, for those who read by an older manifest. */
  replaced: z.array(z.strictObject({ path: z.string().regex(ownPath), replacedAt: z.iso.datetime() })),
  state: z.json(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** @throws FailureError where a newer version wrote it, or another program */
export function readManifest(text: string, where: string): Manifest {
  const { data } = manifestSchema.safeParse(jsonOf(text));
  if (data !== undefined) return data;
  throw new FailureError({
    code: 'newer-data',
    message: `The manifest of ${where} was written by a newer version of the app, or changed by another program. Update the app, or choose another target.`,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** Columns that the mirror adds to those of the records. */
export const ownColumns: readonly MirrorColumn[] = [
  {
    name: '_first_seen_at',
    type: 'datetime',
    description: 'When the mirror first saw the record.',
  },
  {
    name: '_fetched_at',
    type: 'datetime',
    description: 'When the record was last fetched with other values than before.',
  },
  {
    name: '_deleted_at',
    type: 'datetime',
    description: 'When the record was missing at the service; null of those that are there.',
  },
];

/** Returns the manifest of a mirror that has no rows yet. */
export function emptyManifest(table: MirrorTable, sortedBy: readonly string[], at: number): Manifest {
  return {
    version: 1,
    writtenBy: 'RWA Explorer',
    writtenAt: new Date(at).toISOString(),
    resource: table.resource,
    table: table.name,
    description: table.description,
    partitionedBy: isDated(table.resource) ? 'day' : null,
    sortedBy: [...sortedBy],
    generation: 0,
    schema: { version: 1, columns: [...table.columns, ...ownColumns] },
    rows: 0,
    files: [],
    replaced: [],
    state: null satisfies Json,
  };
}

/**
 * The columns of the mirror with those of the table, and where each column of the table stands among them. A column whose type has changed
 * stays as it is; the new values go to one beside it.
 */
export function mergeColumns(
  stored: readonly MirrorColumn[],
  wanted: readonly MirrorColumn[],
): { columns: MirrorColumn[]; positions: number[]; notes: string[] } {
  const columns = [...stored];
  const notes: string[] = [];
  const positions = wanted.map((column) => {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? column.name : `${column.name}__${number.toString()}`;
      const position = columns.findIndex((known) => known.name === name);
      if (position === -1) {
        columns.push({ ...column, name });
        notes.push(
          number === 1
            ? `The column ${name} is new: it is empty in records that have not been read since.`
            : `The type of ${column.name} has changed: new values are in the column ${name}, those before stay in ${column.name}.`,
        );
        return columns.length - 1;
      }
      if (columns[position]?.type === column.type) return position;
    }
  });
  return { columns, positions, notes };
}
