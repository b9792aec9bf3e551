import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { extractAll, listPackage } from '@electron/asar';
import { build, Platform } from 'electron-builder';
import { buildWhereStale } from '../start/buildApp.ts';
import { z } from 'zod';
import { projectFolder } from '../start/project.ts';
import type { PackedApp } from './check.ts';
import { configuration } from './configuration.ts';

/**
 * Builds and packs the app for this system into `folder`. Electron's files may not be downloadable here, so a
 * program that contains only fuses replaces them.
 */
export async function packHere(folder: string): Promise<PackedApp> {
  await rm(folder, { recursive: true, force: true });
  if (!(await buildWhereStale())) throw new Error('The app could not be built; see above.');
  const distribution = path.join(folder, 'electron');
  await writeDistribution(distribution);
  const output = path.join(folder, 'packed');
  const all = configuration({});
  let desktopEntry = '';
  await build({
    projectDir: projectFolder,
    publish: 'never',
    targets: Platform.LINUX.createTarget('AppImage'),
    config: { ...all, electronDist: distribution, directories: { ...all.directories, output } },
    // Its tools may not be downloadable either. All steps but the installer run.
    effectiveOptionComputed(options) {
      ({ desktop: desktopEntry } = appImageOptions.parse(options));
      return Promise.resolve(true);
    },
  });
  const appFolder = path.join(output, 'linux-unpacked');
  const archive = path.join(appFolder, 'resources', 'app.asar');
  return {
    program: path.join(appFolder, 'rwa-explorer'),
    archive,
    unpackedFolder: `${archive}.unpacked`,
    desktopEntry,
    entries: listPackage(archive, { isPack: false }).map((entry) => entry.replaceAll('\\', '/')),
  };
}

/** Unpacks the archive and the native modules, since only Electron itself reads inside an archive. */
export async function layOut(app: PackedApp, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  extractAll(app.archive, folder);
  await cp(app.unpackedFolder, folder, { recursive: true });
}

const appImageOptions = z.looseObject({ desktop: z.string() });

/** `@electron/fuses` searches for this. Then come a version, the number of fuses, and a letter each. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

async function writeDistribution(folder: string): Promise<void> {
  const { version } = JSON.parse(
    await readFile(path.join(projectFolder, 'node_modules', 'electron', 'package.json'), 'utf8'),
  ) as { version: string };
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  const fusesOff = '0'.repeat(9);
  const wire = Buffer.concat([
    Buffer.from(fuseSentinel),
    Buffer.from([1, fusesOff.length]),
    Buffer.from(fusesOff),
  ]);
  await writeFile(path.join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]));
  await writeFile(path.join(folder, 'version'), version);
}
