import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { expect, it } from 'vitest';
import { parquetWriter } from '../../../../../../main/features/exports/formats/parquet.ts';
import { FileSink } from '../../../../../../main/features/exports/formats/sink.ts';
import type { ExportColumn } from '../../../../../../main/features/exports/exportColumns.ts';
import { defaultOptions } from '../../../../../../preload/contract/exports.ts';
import { makeTemporaryFolder } from '../../../../../support/temporaryFolder.ts';

function column(name: string): ExportColumn {
  const none = { unit: undefined, member: undefined, resource: undefined };
  return { name, label: name, kind: 'number', whole: true, path: [name], ...none };
}

it('keeps few cells in memory, however wide the rows are', () => {
  const path = join(makeTemporaryFolder('parquet'), 'wide.parquet');
  const columns = Array.from({ length: 500 }, (_, index) => column(`c${index.toString()}`));
  const shape = { format: 'parquet', title: 'Wide', columns, whole: false, further: false, last: 0 } as const;
  const sink = new FileSink(openSync(path, 'wx'));
  const writer = parquetWriter(sink, { ...shape, options: defaultOptions('parquet') });
  for (let row = 0; row < 2300; row += 1) writer.writeRows([columns.map((_, index) => row * index)]);
  writer.end(null);
  sink.finish();
  const { buffer } = new Uint8Array(readFileSync(path));
  const { row_groups: groups } = parquetMetadata(buffer);
  expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([1000, 1000, 300]);
});
