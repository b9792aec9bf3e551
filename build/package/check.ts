import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** The app as shipped for Linux, without Electron's own files. */
export interface PackedApp {
  readonly program: string;
  readonly archive: string;
  readonly unpackedFolder: string;
  /** Paths in the archive, with `/`. */
  readonly entries: readonly string[];
  readonly desktopEntry: string;
}

/** Bytes. Electron itself, about a 100 MB download, is not counted. */
export const maxBytes = { archive: 8_000_000, unpacked: 3_500_000 };

/** Allowed content of the archive. Everything else is an error. */
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

/** The newest C library version that native modules need. Packages and the README require it. */
export const newestGlibc = '2.34';

/** Returns problems in sentences; empty for none. `most` is in bytes. */
export function checkPacked(app: PackedApp, most: Readonly<typeof maxBytes> = maxBytes): string[] {
  const strangers = app.entries.filter((entry) => !belongs.some((pattern) => pattern.test(entry)));
  const sizes = sizesOf(app);
  return [
    ...strangers.map((entry) => `${entry} does not belong into the app.`),
    ...modulesOf(app).flatMap((file) => {
      const minor = Math.max(
        0,
        ...[...readFileSync(file, 'latin1').matchAll(/GLIBC_2\.(\d+)/g)].map(([, number]) => Number(number)),
      );
      return minor > Number(newestGlibc.split('.')[1])
        ? [`${path.basename(file)} needs glibc 2.${minor.toString()}, newer than ${newestGlibc}.`]
        : [];
    }),
    ...(['archive', 'unpacked'] as const).flatMap((part) =>
      sizes[part] > most[part]
        ? [`The ${part} part weighs ${megabytes(sizes[part])}, more than ${megabytes(most[part])}.`]
        : [],
    ),
  ];
}

/** Native modules built on Linux. Others name no version. */
function modulesOf({ unpackedFolder }: PackedApp): string[] {
  return readdirSync(unpackedFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.node'))
    .map((name) => path.join(unpackedFolder, name));
}

/**
 * Returns problems in sentences.
 * @param entry the entry's text
 */
export function checkDesktopEntry(entry: string): string[] {
  return [
    ...(entry.includes('\nStartupWMClass=rwa-explorer\n')
      ? []
      : ['The desktop does not know the window by the name that Electron gives it, rwa-explorer.']),
    ...(entry.includes('--no-sandbox') ? ['The desktop starts the app without its sandbox.'] : []),
  ];
}

/** Returns problems of an AppImage's runtime, in sentences. */
export function checkAppImage(file: string): string[] {
  const beginning = Buffer.alloc(2_000_000);
  const handle = openSync(file, 'r');
  readSync(handle, beginning);
  closeSync(handle);
  return beginning.includes('libfuse.so.2')
    ? [`${path.basename(file)} needs libfuse.so.2, which systems no longer have.`]
    : [];
}

/** Bytes of the archive, and of the files beside it. */
export function sizesOf({ archive, unpackedFolder }: PackedApp): { archive: number; unpacked: number } {
  const files = readdirSync(unpackedFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return {
    archive: statSync(archive).size,
    unpacked: files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0),
  };
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * Returns why the packed app could not use the system's keychain, or null.
 * @param resources the folder of `app.asar`
 */
export function keychainProblem(resources: string): string | null {
  const file = path.join(resources, 'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node');
  return existsSync(file)
    ? null
    : `The packed app lacks ${path.basename(file)}, with which it stores keys. Run npm ci where the registry and its downloads can be reached.`;
}
