import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Returns the bytes of scripts that the built window loads first; null without a build. */
export function firstScriptBytes(renderer = 'out/renderer'): number | null {
  const html = path.join(renderer, 'index.html');
  if (!existsSync(html)) return null;
  const scripts = readFileSync(html, 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g);
  return [...scripts].reduce((sum, [, file = '']) => sum + statSync(path.join(renderer, file)).size, 0);
}
