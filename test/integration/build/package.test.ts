import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  checkAppImage,
  checkDesktopEntry,
  checkPacked,
  keychainProblem,
  maxBytes,
  type PackedApp,
} from '../../../build/package/check.ts';
import { configuration } from '../../../build/package/configuration.ts';
import { fuses } from '../../../build/package/fuses.ts';
import { billOfMaterials } from '../../../build/package/sbom.ts';
import { packHere } from '../../../build/package/packHere.ts';
import { projectFolder } from '../../../build/start/project.ts';
import { isOnPath } from '../../../build/system/commands.mjs';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

/** The app as it is shipped, packed for this system. */

let folder: string;
let packed: PackedApp;

beforeAll(async () => {
  folder = makeTemporaryFolder('packed');
  packed = await packHere(folder);
});

describe('the packed app', () => {
  it('has every fuse set as stated', async () => {
    const wire = await getCurrentFuseWire(packed.program);
    const states = Object.values(FuseV1Options).filter((option) => typeof option === 'number');
    expect(states).toHaveLength(9);
    for (const option of states) {
      expect([FuseV1Options[option], wire[option]]).toEqual([
        FuseV1Options[option],
        fuses[option] ? FuseState.ENABLE : FuseState.DISABLE,
      ]);
    }
  });

  it('holds the bundles, and of packages only the two native ones, built for this system', () => {
    expect(packed.entries).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/LICENSE',
        '/out/main/index.js',
        '/out/main/cli.js',
        '/out/main/store-worker.js',
        '/out/main/sample-worker.js',
        '/out/main/export-worker.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
        '/node_modules/keytar/LICENSE.md',
      ]),
    );
    const packages = packed.entries.filter((entry) => /^\/node_modules\/[^/]+$/.test(entry));
    expect(packages.sort()).toEqual(['/node_modules/better-sqlite3', '/node_modules/keytar']);
    expect(packed.entries.filter((entry) => entry.endsWith('.node')).sort()).toEqual([
      `/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      '/node_modules/keytar/build/Release/keytar.node',
    ]);
  });

  it('contains nothing for developers, and stays small', () => {
    expect(checkPacked(packed)).toEqual([]);
    expect(
      checkPacked({ ...packed, entries: [...packed.entries, '/test/e2e/browse.spec.ts', '/.env'] }),
    ).toEqual([
      '/test/e2e/browse.spec.ts does not belong into the app.',
      '/.env does not belong into the app.',
    ]);
    expect(statSync(packed.archive).size).toBeLessThan(maxBytes.archive);
    const tooLarge = checkPacked(packed, { archive: 1_000_000, unpacked: 1_000_000 });
    expect(tooLarge).toEqual([
      expect.stringMatching(/^The archive part weighs \d+\.\d MB, more than 1\.0 MB\.$/),
      expect.stringMatching(/^The unpacked part weighs \d+\.\d MB, more than 1\.0 MB\.$/),
    ]);
  });

  it('has the name of its window for the desktop, and starts with its sandbox', () => {
    expect(checkDesktopEntry(packed.desktopEntry)).toEqual([]);
    const other = packed.desktopEntry.replace('StartupWMClass=rwa-explorer', 'StartupWMClass=RWA Explorer');
    expect(checkDesktopEntry(other.replace('AppRun', 'AppRun --no-sandbox'))).toHaveLength(2);
  });

  it('needs no newer C library than its packages require, and as an AppImage no FUSE', () => {
    const unpackedFolder = path.join(folder, 'newer');
    mkdirSync(unpackedFolder);
    writeFileSync(path.join(unpackedFolder, 'newer.node'), 'GLIBC_2.2.5 GLIBC_2.38');
    expect(checkPacked({ ...packed, unpackedFolder })).toEqual([
      'newer.node needs glibc 2.38, newer than 2.34.',
    ]);
    const image = path.join(folder, 'old.AppImage');
    writeFileSync(image, 'ELF libfuse.so.2');
    expect(checkAppImage(image)).toHaveLength(1);
    writeFileSync(image, 'ELF static');
    expect(checkAppImage(image)).toEqual([]);
  });

  it('contains the keychain module: packing fails without it', () => {
    expect(keychainProblem(path.dirname(packed.archive))).toBeNull();
    expect(keychainProblem(folder)).toContain('keytar.node');
  });

  it('names no folder of the machine that built it', () => {
    const text = readFileSync(packed.archive, 'latin1');
    expect(text.includes('"out"')).toBe(true);
    expect(text).not.toContain(process.cwd());
  });

  it('has a bill of materials of exactly the packages in it', () => {
    const bill = billOfMaterials();
    expect(bill.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['better-sqlite3', 'keytar', 'svelte', 'zod']),
    );
    expect(bill.components.map(({ name }) => name)).not.toContain('vitest');
    const refs = [
      bill.metadata.component['bom-ref'],
      ...bill.components.map((component) => component['bom-ref']),
    ];
    expect(bill.dependencies.map(({ ref }) => ref).sort()).toEqual(refs.sort());
  });
});

/** Made by electron-builder from our configuration; its fpm, which it would download, stands in `test/support`. */
it('the Debian package is made, has a homepage, and asks for everything that the program loads and starts', async (context) => {
  if (!isOnPath('dpkg-deb')) context.skip('dpkg-deb is not installed');
  const output = makeTemporaryFolder('deb');
  process.env['CUSTOM_FPM_PATH'] = path.join(projectFolder, 'test', 'support', 'fpm.mjs');
  const homepage = 'https://git.example.com/rwa-explorer';
  const all = configuration({ RWA_EXPLORER_HOMEPAGE: homepage });
  await build({
    projectDir: projectFolder,
    publish: 'never',
    prepackaged: path.dirname(packed.program),
    targets: Platform.LINUX.createTarget('deb'),
    config: { ...all, directories: { ...all.directories, output } },
  });
  const [file = ''] = readdirSync(output).filter((name) => name.endsWith('.deb'));
  const deb = path.join(output, file);
  const field = (name: string): string =>
    execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();
  expect([field('Package'), field('Homepage'), field('Maintainer')]).toEqual([
    'rwa-explorer',
    homepage,
    'RWA Explorer contributors',
  ]);
  // Alerts, links, the keychain, graphics and sound, under the names of Debian and Ubuntu.
  for (const needed of [
    'libnotify4',
    'xdg-utils',
    'libsecret-1-0',
    'libgbm1',
    'libasound2t64 | libasound2',
    'libc6 (>= 2.34)',
  ])
    expect(field('Depends').split(', ')).toContain(needed);
  const listed = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' });
  for (const part of [
    '/opt/RWA Explorer/rwa-explorer',
    '/opt/RWA Explorer/resources/app.asar',
    '/usr/share/applications/rwa-explorer.desktop',
    '/usr/share/icons/hicolor/256x256/apps/rwa-explorer.png',
  ])
    expect(listed).toContain(part);
}, 240_000);
