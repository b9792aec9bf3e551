import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { app, clipboard, ClipboardItem, dialog } from 'electron';
import type { pictureCalls } from '../../../preload/contract/pictures.ts';
import { byteOrderMark } from '../../features/exports/formats/csv.ts';
import { figuresCsv } from '../../features/exports/figuresCsv.ts';
import { writeWholeFile } from '../../features/exports/wholeFile.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { mayReplace } from '../mayReplace.ts';

/** Charts as files and on the clipboard. */
export function pictureHandlers(): HandlersOf<typeof pictureCalls> {
  return {
    savePng: ({ name, png }) => saveAs(name, 'PNG picture', 'png', (write) => write(png)),
    saveSvg: ({ name, svg }) => saveAs(name, 'SVG drawing', 'svg', (write) => write(svg)),
    async saveFigures({ name, columns, provenance }) {
      const hash = createHash('sha256');
      const write: Write = async (block) => {
        for (const text of withMark(figuresCsv(columns))) {
          hash.update(text, 'utf8');
          await block(text);
        }
      };
      const path = await saveAs(name, 'CSV table', 'csv', write, async (file) => {
        const { hasForeignDescription } = await import('../../features/exports/verify.ts');
        return mayReplace((await hasForeignDescription(file)) ? [`${file}.json`] : []);
      });
      if (path === null) return null;
      const { connectionId, sample, source, coverage, request, fetchedAt } = provenance;
      const beside = {
        file: basename(path),
        sha256: hash.digest('hex'),
        sampleData: sample,
        source,
        coverage,
        connection: connectionId,
        request,
        fetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString(),
        writtenAt: new Date().toISOString(),
      };
      await writeWholeFile(`${path}.json`, (write) => write(`${JSON.stringify(beside, null, 2)}\n`));
      return path;
    },
    async copyPicture({ png }) {
      const type = 'image/png';
      await clipboard.write([new ClipboardItem({ [type]: new Blob([Uint8Array.from(png)], { type }) })]);
    },
  };
}

type Write = Parameters<typeof writeWholeFile>[1];

/** Asks for a file name, and `mayWrite` about it, and writes the file. Null when the user closed a dialog. */
async function saveAs(
  name: string,
  kind: string,
  extension: string,
  work: Write,
  mayWrite: (path: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: `Save as ${extension.toUpperCase()}`,
    defaultPath: join(app.getPath('downloads'), `${fileName(name)}.${extension}`),
    filters: [{ name: kind, extensions: [extension] }],
  });
  if (canceled || filePath === '' || !(await mayWrite(filePath))) return null;
  await writeWholeFile(filePath, work);
  return filePath;
}

/** A title as a file name that every system takes. */
function fileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'chart' : plain.slice(0, 80);
}

function* withMark(blocks: Iterable<string>): Generator<string> {
  yield byteOrderMark;
  yield* blocks;
}
