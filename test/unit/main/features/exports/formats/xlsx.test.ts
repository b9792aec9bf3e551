import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOnPath } from '../../../../../../build/system/commands.mjs';
import type { ExportColumn } from '../../../../../../main/features/exports/exportColumns.ts';
import { FileSink } from '../../../../../../main/features/exports/formats/sink.ts';
import { xlsxWriter } from '../../../../../../main/features/exports/formats/xlsx.ts';
import { defaultOptions } from '../../../../../../preload/contract/exports.ts';
import { onlyIf } from '../../../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../../../support/temporaryFolder.ts';

const python = onlyIf(isOnPath('python3'), 'python3 is not installed.');

/** The widths of the columns of each sheet, by Python's own reader. */
const program = `import json, re, sys, zipfile
file = zipfile.ZipFile(sys.argv[1])
sheets = [file.read(name).decode() for name in file.namelist() if 'sheets/' in name]
print(json.dumps([[float(width) for width in re.findall('<col [^>]*width="([0-9.]+)"', sheet)] for sheet in sheets]))`;

function column(name: string, kind: ExportColumn['kind']): ExportColumn {
  return {
    name,
    label: name,
    kind,
    unit: undefined,
    whole: false,
    path: [name],
    member: undefined,
    resource: undefined,
  };
}

it(
  'columns of a workbook are as wide as the texts in their first rows, on each of its sheets',
  python,
  () => {
    const path = join(makeTemporaryFolder('xlsx'), 'a.xlsx');
    const sink = new FileSink(openSync(path, 'wx'));
    const shape = {
      format: 'xlsx',
      title: 'Totals',
      columns: [
        column('wallet', 'text'),
        column('short', 'text'),
        column('long', 'text'),
        column('sum', 'number'),
      ],
      options: defaultOptions('xlsx'),
      whole: false,
      further: false,
      last: 0,
    } as const;
    const writer = xlsxWriter(sink, shape, 3);
    const address = `0x${'5a'.repeat(20)}`;
    writer.writeRows([
      ['short', 'a', 'x'.repeat(500), 1],
      [address, 'b', null, 48_755_856.76],
    ]);
    writer.writeRows([[address, 'c', null, 2]]);
    writer.end(null);
    sink.finish();
    const read: unknown = JSON.parse(execFileSync('python3', ['-c', program, path], { encoding: 'utf8' }));
    expect(read).toEqual([
      [44, 26, 60, 18],
      [44, 26, 60, 18],
    ]);
  },
);
