import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PackedApp } from './packHere.ts';

/** What the packed app may weigh at most, in bytes; Electron itself, about 100 MB as a download, is not counted. */
export const maxBytes = { archive: 8_000_000, unpacked: 3_500_000 };

/** What the archive may contain. Everything else is an error. */
const belongs = [
  /^\/(package\.json|LICENSE)$/,
  /^\/build(\/icons(\/256x256\.png)?)?$/,
  /^\/out(\/(main|preload|renderer)(\/(chunks|assets))?)?$/,
  /^\/out\/(main|main\/chunks)\/[\w-]+\.js$/,
  /^\/out\/preload\/index\.cjs$/,
  /^\/out\/(main|preload|renderer)\/licences\.json$/,
  /^\/out\/renderer\/(index\.html|assets\/[\w.-]+\.(js|css|svg|png|woff2))$/,
  /^\/node_modules$/,
  /^\/node_modules\/better-sqlite3(\/(LICENSE|package\.json|lib(\/(methods(\/\w+\.js)?|[\w-]+\.js))?|prebuilds(\/[\w-]+\.node)?))?$/,
  /^\/node_modules\/keytar(\/(LICENSE\.md|package\.json|lib(\/keytar\.js)?|build(\/Release(\/keytar\.node)?)?))?$/,
];

/** What is wrong with a packed app, in sentences; empty for nothing. `most` is in bytes. */
export function checkPacked(app: PackedApp, most: Readonly<typeof maxBytes> = maxBytes): string[] {
  const strangers = app.entries.filter((entry) => !belongs.some((pattern) => pattern.test(entry)));
  const sizes = sizesOf(app);
  return [
    ...strangers.map((entry) => `${entry} does not belong into the app.`),
    ...(['archive', 'unpacked'] as const).flatMap((part) =>
      sizes[part] > most[part]
        ? [`The ${part} part weighs ${megabytes(sizes[part])}, more than ${megabytes(most[part])}.`]
        : [],
    ),
  ];
}

/** In bytes: the archive, and the files beside it. */
export function sizesOf({ archive, unpackedFolder }: PackedApp): { archive: number; unpacked: number } {
  const files = readdirSync(unpackedFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return {
    archive: statSync(archive).size,
    unpacked: files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0),
  };
}

/** For a reader: `1.2 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
