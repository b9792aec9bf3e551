import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { appScheme, isAppUrl } from './appOrigin.ts';

/**
 * What a page of the app may load: its own files, and nothing else. Styles may be set on elements by script, scripts only
 * come from files. Rule: Electron security checklist, 7.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** To be called before the app is ready. Rule: Electron security checklist, 18 (a custom protocol instead of `file://`). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built window from its folder; anything outside it is not found. */
export function serveApp(rendererFolder: string): void {
  protocol.handle(appScheme, async (request) => {
    if (!isAppUrl(request.url)) return notFound();
    try {
      const path = decodeURIComponent(new URL(request.url).pathname);
      const file = normalize(join(rendererFolder, path === '/' ? 'index.html' : path));
      if (!file.startsWith(rendererFolder + sep)) return notFound();
      return new Response(await readFile(file), {
        headers: {
          'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
        },
      });
    } catch {
      return notFound();
    }
  });
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
}
