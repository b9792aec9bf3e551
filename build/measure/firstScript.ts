import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Returns the bytes of the scripts that the built window loads before anything else; null where it is not built. */
export function firstScriptBytes(renderer = 'out/renderer'): number | null {
  const html = path.join(renderer, 'index.html');
  if (!existsSync(html)) return null;
  const scripts = readFileSync(html, 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g);
  return [...scripts].reduce((sum, [, file = '']) => sum + statSync(path.join(renderer, file)).size, 0);
}
