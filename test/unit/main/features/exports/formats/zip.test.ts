import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOnPath } from '../../../../../../build/system/commands.mjs';
import { FileSink } from '../../../../../../main/features/exports/formats/sink.ts';
import { ZipWriter } from '../../../../../../main/features/exports/formats/zip.ts';
import { onlyIf } from '../../../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../../../support/temporaryFolder.ts';

const python = onlyIf(isOnPath('python3'), 'python3 is not installed.');

/** Python's own reader checks every sum, and gives names and contents back. */
const program = `import json, sys, zipfile
file = zipfile.ZipFile(sys.argv[1])
assert file.testzip() is None
print(json.dumps({name: file.read(name).decode() for name in file.namelist()}))`;

describe('an archive', () => {
  it('is read by Python, parts of one and of many blocks, empty ones and names beyond ASCII', python, () => {
    const folder = makeTemporaryFolder('zip');
    const path = join(folder, 'a.zip');
    const long = Array.from({ length: 40_000 }, (_value, index) => `line ${index.toString()} é`);
    const sink = new FileSink(openSync(path, 'wx'));
    const zip = new ZipWriter(sink);
    zip.openPart('short.xml');
    zip.write('<a/>');
    zip.openPart('empty.xml');
    zip.openPart('long/ü.xml');
    for (const line of long) zip.write(line);
    zip.end();
    sink.finish();
    const read: unknown = JSON.parse(
      execFileSync('python3', ['-c', program, path], { encoding: 'utf8', maxBuffer: 1 << 26 }),
    );
    expect(read).toEqual({ 'short.xml': '<a/>', 'empty.xml': '', 'long/ü.xml': long.join('') });
  });
});
