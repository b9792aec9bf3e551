import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Reads the first sheet of a workbook with Python's archive and XML readers; null for empty cells. */
export async function readSheet(path: string): Promise<readonly (readonly (string | null)[])[]> {
  const { stdout } = await promisify(execFile)('python3', ['-c', program, path], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as (string | null)[][];
}

const program = `import functools, json, re, sys, xml.etree.ElementTree as tree, zipfile
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
sheet = tree.fromstring(zipfile.ZipFile(sys.argv[1]).read('xl/worksheets/sheet1.xml'))
unescape = lambda text: re.sub('_x([0-9A-Fa-f]{4})_', lambda found: chr(int(found[1], 16)), text)
place = lambda cell: functools.reduce(lambda at, letter: at * 26 + ord(letter) - 64, cell.get('r').rstrip('0123456789'), 0) - 1
rows = []
for row in sheet.iter(main + 'row'):
    cells = {place(cell): unescape(''.join(cell.itertext())) for cell in row if len(cell) > 0}
    rows.append([cells.get(at) for at in range(max(cells, default=-1) + 1)])
print(json.dumps(rows))`;

/** Reads CSV. An empty cell is null; an empty text in quotes is not. Rule: RFC 4180. */
export function readCsv(text: string): readonly (readonly (string | null)[])[] {
  const lines: (string | null)[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) throw new Error('This is no CSV.');
    const [, quoted, plain = '', end] = match;
    lines.at(-1)?.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === ',' && pattern.lastIndex === text.length) lines.at(-1)?.push(null);
    if (end === '\r\n' && pattern.lastIndex < text.length) lines.push([]);
  }
  return lines;
}
