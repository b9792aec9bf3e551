import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { clipboard, ClipboardItem } from 'electron';
import type { pictureCalls } from '../../../preload/contract/pictures.ts';
import { aboutAnswer, aboutSql } from '../../features/exports/about.ts';
import { byteOrderMark } from '../../features/exports/formats/csv.ts';
import { figuresCsv } from '../../features/exports/figuresCsv.ts';
import { refuseBadName, writeWholeFile } from '../../features/exports/wholeFile.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { fileNameOf } from '../../platform/system/fileNames.ts';
import { chooseFile, mayReplace } from '../saveDialog.ts';

export function pictureHandlers(): HandlersOf<typeof pictureCalls> {
  return {
    savePng: ({ name, png }) => saveAs(name, 'PNG picture', 'png', (write) => write(png)),
    async saveFigures({ name, columns, provenance, sql, others = [] }) {
      const hash = createHash('sha256');
      const write: Write = async (block) => {
        for (const text of withMark(figuresCsv(columns))) {
          hash.update(text, 'utf8');
          await block(text);
        }
      };
      const path = await saveAs(name, 'CSV table', 'csv', write, async (file) => {
        await refuseBadName(`${file}.json`);
        const { hasForeignDescription } = await import('../../features/exports/verify.ts');
        return mayReplace((await hasForeignDescription(file)) ? [`${file}.json`] : []);
      });
      if (path === null) return null;
      const beside = {
        file: basename(path),
        title: name,
        sha256: hash.digest('hex'),
        ...aboutAnswer(provenance),
        ...(sql === undefined ? {} : aboutSql(sql)),
        ...(others.length === 0 ? {} : { others: others.map(aboutAnswer) }),
        writtenAt: new Date().toISOString(),
      };
      await writeWholeFile(`${path}.json`, (write) => write(`${JSON.stringify(beside, null, 2)}\n`), {
        followsLinks: false,
      });
      return path;
    },
    async copyPicture({ png }) {
      const type = 'image/png';
      await clipboard.write([new ClipboardItem({ [type]: new Blob([Uint8Array.from(png)], { type }) })]);
    },
  };
}

type Write = Parameters<typeof writeWholeFile>[1];

/** Asks for a file name, calls `mayWrite` with it, and writes the file. Returns null if the user cancels. */
async function saveAs(
  name: string,
  kind: string,
  extension: string,
  work: Write,
  mayWrite: (path: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<string | null> {
  const fileKind = { label: kind, extension };
  const path = await chooseFile(`Save as ${extension.toUpperCase()}`, fileNameOf(name, 'chart'), fileKind);
  if (path === null || !(await mayWrite(path))) return null;
  await writeWholeFile(path, work);
  return path;
}

function* withMark(blocks: Iterable<string>): Generator<string> {
  yield byteOrderMark;
  yield* blocks;
}
