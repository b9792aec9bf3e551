import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the window loads before it shows its first view: the script of the page, the browser's view, and all they import. */
export function initialJavaScript(rendererFolder: string): { files: number; gzippedKb: number } {
  const page = readFileSync(join(rendererFolder, 'index.html'), 'utf8');
  const assets = join(rendererFolder, 'assets');
  const start = [...page.matchAll(/(?:src|href)="[^"]*assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  const entry = readFileSync(join(assets, start[0] ?? ''), 'utf8');
  const [, browser] =
    /assets\/(Browser-[\w-]+\.js)|["'`]\.\/(Browser-[\w-]+\.js)/.exec(entry)?.filter(Boolean) ?? [];
  const seen = new Set<string>();
  const waiting = [...start, ...(browser === undefined ? [] : [browser])];
  while (waiting.length > 0) {
    const name = waiting.pop() ?? '';
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      waiting.push(imported);
  }
  const bytes = [...seen].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  return { files: seen.size, gzippedKb: bytes / 1000 };
}
