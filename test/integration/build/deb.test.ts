import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build, Platform } from 'electron-builder';
import { expect, it } from 'vitest';
import { configuration } from '../../../build/package/configuration.ts';
import { packHere } from '../../../build/package/packHere.ts';
import { projectFolder } from '../../../build/start/project.ts';
import { isOnPath } from '../../../build/system/commands.mjs';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

/** The Debian package, made by electron-builder from our configuration; its fpm, which it would download, stands in `test/support`. */

let folder = '';

it('is made, has a homepage, and asks for everything that the program loads and starts', async (context) => {
  if (!isOnPath('dpkg-deb')) context.skip('dpkg-deb is not installed');
  folder = makeTemporaryFolder('deb');
  const { program } = await packHere(folder);
  process.env['CUSTOM_FPM_PATH'] = path.join(projectFolder, 'test', 'support', 'fpm.mjs');
  const homepage = 'https://git.example.com/rwa-explorer';
  const all = configuration({ RWA_EXPLORER_HOMEPAGE: homepage });
  await build({
    projectDir: projectFolder,
    publish: 'never',
    prepackaged: path.dirname(program),
    targets: Platform.LINUX.createTarget('deb'),
    config: { ...all, directories: { ...all.directories, output: folder } },
  });
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  const deb = path.join(folder, file);
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
