import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import type { Icon } from '../features/icons/icons.ts';
import { appScheme, isAppUrl } from './appOrigin.ts';

/** Only the app's own files; script may set styles. Rule: Electron security checklist, 7. */
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

/** Call before the app is ready. Rule: Electron security checklist, 18 (custom protocol). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

export const iconPath = '/icon/';

export function serveApp(rendererFolder: string, readIcon: (name: string) => Promise<Icon | null>): void {
  protocol.handle(appScheme, async (request) => {
    if (!isAppUrl(request.url)) return notFound();
    try {
      const path = decodeURIComponent(new URL(request.url).pathname);
      if (path.startsWith(iconPath)) return pictureOf(await readIcon(path.slice(iconPath.length)));
      const file = normalize(join(rendererFolder, path === '/' ? 'index.html' : path));
      if (!file.startsWith(rendererFolder + sep)) return notFound();
      return new Response(await readFile(file), {
        headers: {
          'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          // The file name contains a hash of the content.
          ...(path.startsWith('/assets/') ? { 'cache-control': 'max-age=31536000, immutable' } : {}),
        },
      });
    } catch {
      return notFound();
    }
  });
}

/** The bytes are untrusted: `nosniff` and the policy make anything but an image of the stated type inert. */
function pictureOf(icon: Icon | null): Response {
  if (icon === null) return notFound();
  return new Response(Uint8Array.from(icon.bytes), {
    headers: {
      'content-type': icon.type,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  });
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
}
