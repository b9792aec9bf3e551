import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from '../../../../build/package/configuration.ts';
import { fuses } from '../../../../build/package/fuses.ts';
import { dropEmptySigning } from '../../../../build/package/signing.ts';
import { linkScheme } from '../../../../preload/contract/locations/link.ts';
import { hiddenSwitch } from '../../../../main/platform/system/autostart.ts';
import { toastActivator } from '../../../../main/platform/system/installation.ts';
import { savedQueriesExtension } from '../../../../preload/contract/savedQueries.ts';
import { windowsNames } from '../../../support/builderNames.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** What is told to electron-builder, as far as it cannot be seen in an app that was packed for this system. */

const plain = configuration({});

describe('what the system opens the app for', () => {
  it('is the links that it makes, and the files that it writes', () => {
    expect(plain.protocols).toEqual([{ name: 'RWA Explorer link', schemes: [linkScheme] }]);
    expect(plain.fileAssociations).toMatchObject([{ ext: savedQueriesExtension }]);
  });
});

const rpmScript = plain.rpm?.afterRemove ?? '';
const hasBash = onlyIf(existsSync('/bin/bash'), 'The script of the package is one of bash.');

describe('the package for Fedora and openSUSE', () => {
  it.each<[string, string, 0 | 1, ('alternatives' | 'parser')[]]>([
    ['keeps the command and the profile at an upgrade', '1', 0, []],
    ['takes them away with the last version', '0', 0, ['alternatives', 'parser']],
    ['leaves the rules of the computer that a system of its own is made on', '0', 1, ['alternatives']],
  ])('%s', hasBash, (_what, versionsLeft, isChroot, called) => {
    const folder = makeTemporaryFolder('rpm');
    const script = readFileSync(rpmScript, 'utf8')
      .replaceAll('${executable}', 'rwa-explorer')
      .replaceAll('${sanitizedProductName}', 'RWA Explorer')
      .replaceAll('/etc/apparmor.d', folder)
      .replaceAll('/usr/bin/', `${folder}/`);
    const stubs = {
      'update-alternatives': 'echo "alternatives $@"',
      apparmor_status: 'exit 0',
      apparmor_parser: 'echo "parser $@"',
      ischroot: `exit ${(1 - isChroot).toString()}`,
    };
    for (const [name, body] of Object.entries(stubs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o700 });
    const profile = join(folder, 'rwa-explorer');
    writeFileSync(profile, '');
    const ran = spawnSync('/bin/bash', ['-s', '--', versionsLeft], {
      input: script,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
    const lines = {
      alternatives: 'alternatives --remove rwa-explorer /opt/RWA Explorer/rwa-explorer\n',
      parser: `parser --remove ${profile}\n`,
    };
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, called.map((name) => lines[name]).join(''), '']);
    expect(existsSync(profile)).toBe(versionsLeft === '1');
  });

  it('installs beside another app of the same Electron', () => {
    expect(plain.rpm?.fpm).toContain('--rpm-rpmbuild-define=_build_id_links none');
  });
});

describe('on Windows', () => {
  it('the documented task starts the program without a console from its installed path', () => {
    const { folder } = windowsNames();
    const text = readFileSync('docs/administration.md', 'utf8');
    const named = [...text.matchAll(/%LOCALAPPDATA%\\Programs\\([^"]+)" -- schedule run/g)].map(
      ([, path]) => path,
    );
    expect(named).toEqual([`${folder}\\${plain.win?.executableName ?? ''}.exe\\`]);
  });

  it('an installation in another folder updates a start at login, and keeps one off that the user switched off', () => {
    const text = readFileSync(plain.nsis?.include ?? '', 'utf8');
    const [, installs = ''] = /!macro customInstall\n(.*?)!macroend/s.exec(text) ?? [];
    const run = 'HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "${APP_ID}"';
    // What Electron writes: `FormatCommandLineString` in its `browser_win.cc`.
    const program = `"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" --${hiddenSwitch}`;
    expect(installs).toMatch(/ReadRegStr \$0 .*\n\s+\$\{if\} \$0 != ""\n\s+WriteRegStr/);
    expect(installs).toContain(`ReadRegStr $0 ${run}`);
    expect(installs).toContain(`WriteRegStr ${run} '${program}'`);
    expect(installs).not.toContain('StartupApproved');
  });

  it('uninstalling, but no update, removes the start at login and the links that Electron has registered', () => {
    const lines = readFileSync(plain.nsis?.include ?? '', 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const only = lines.slice(lines.indexOf('${ifNot} ${isUpdated}'), lines.lastIndexOf('${endIf}'));
    const before = only.slice(
      0,
      only.findIndex((line) => line.startsWith('MessageBox')),
    );
    // `Browser::SetLoginItemSettings` and `SetAsDefaultProtocolClient` in Electron's `browser_win.cc`.
    const run = 'Software\\Microsoft\\Windows\\CurrentVersion';
    expect(before).toEqual(
      expect.arrayContaining([
        `DeleteRegValue HKCU "${run}\\Run" "\${APP_ID}"`,
        `DeleteRegValue HKCU "${run}\\Explorer\\StartupApproved\\Run" "\${APP_ID}"`,
        `DeleteRegKey HKCU "Software\\Classes\\${linkScheme}"`,
        `DeleteRegKey HKCU "Software\\Classes\\CLSID\\${toastActivator}"`,
        `RMDir /r "$LOCALAPPDATA\\${windowsNames().updates}"`,
        'Delete "$SMPROGRAMS\\${PRODUCT_NAME}.lnk"',
      ]),
    );
    // The rest of the uninstaller goes by the context of the installation.
    const current = lines.indexOf('SetShellVarContext current');
    expect(lines.findIndex((line) => line.includes('$LOCALAPPDATA'))).toBeGreaterThan(current);
    expect(lines.indexOf('SetShellVarContext all')).toBeGreaterThan(lines.indexOf('keepData:'));
    expect(lines.indexOf('SetShellVarContext all')).toBeGreaterThan(current);
  });
});

describe('signing', () => {
  it('on macOS is hardened, with no right but to compile and to use the network; an unsigned app is not', () => {
    const { mac } = configuration({ CSC_LINK: 'certificate.p12' });
    expect(mac).toMatchObject({ hardenedRuntime: true, target: ['dmg', 'zip'] });
    expect(plain.mac).toMatchObject({ hardenedRuntime: false });
    expect([plain.mac?.entitlements, plain.mac?.entitlementsInherit]).toEqual([undefined, undefined]);
    const file = mac?.entitlements ?? '';
    expect(mac?.entitlementsInherit).toBe(file);
    const rights = [...readFileSync(file, 'utf8').matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(
      ([, key]) => key,
    );
    expect(rights).toEqual(['com.apple.security.cs.allow-jit', 'com.apple.security.network.client']);
  });

  it('is notarised where the environment says by whom, and only then', () => {
    const apple = { APPLE_ID: 'a@example.com', APPLE_APP_SPECIFIC_PASSWORD: 'x', APPLE_TEAM_ID: 'T' };
    expect(configuration(apple).mac?.notarize).toBe(true);
    for (const name of Object.keys(apple)) {
      expect(configuration({ ...apple, [name]: '' }).mac?.notarize, name).toBe(false);
    }
  });

  it('has the code in an archive whose integrity the program checks', () => {
    expect([plain.asar, plain.asarUnpack]).toEqual([true, ['**/*.node']]);
    expect(plain.disableAsarIntegrity).toBeUndefined();
    // EnableEmbeddedAsarIntegrityValidation and OnlyLoadAppFromAsar
    expect([fuses[4], fuses[5]]).toEqual([true, true]);
  });
});

describe('packages of Linux', () => {
  it('have the stated homepage, or that of the workflow, and are not made without one', () => {
    const targets = (environment: Record<string, string>): unknown =>
      configuration(environment).linux?.target;
    expect(targets({})).toEqual(['AppImage']);
    const all = ['AppImage', 'deb', 'rpm'];
    expect(targets({ RWA_EXPLORER_HOMEPAGE: 'https://example.com/rwa' })).toEqual(all);
    expect(targets({ GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'a/b' })).toEqual(all);
    expect(() => configuration({ RWA_EXPLORER_HOMEPAGE: 'http://example.com' })).toThrow('https://');
  });

  it('require the packages of electron-builder, and those that the app loads besides', async () => {
    const source = readFileSync('node_modules/app-builder-lib/out/targets/FpmTarget.js', 'utf8');
    const [, defaults = ''] = source.split('getDefaultDepends(target) {');
    for (const target of ['deb', 'rpm'] as const) {
      const [, list = ''] = defaults.split(`case "${target}":`);
      const ofBuilder = [...(list.split('];')[0] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name);
      expect(ofBuilder.length).toBeGreaterThan(5);
      expect(plain[target]?.depends).toEqual(expect.arrayContaining(ofBuilder));
    }
    expect(plain.deb?.depends).toEqual(
      expect.arrayContaining(['libsecret-1-0', 'libgbm1', 'libasound2t64 | libasound2']),
    );
  });
});

describe('the files of a release', () => {
  it('have names without spaces, one for each system and processor', () => {
    expect(plain.artifactName).toBe('${name}-${version}-${os}-${arch}.${ext}');
    // Nothing that unpacks itself anew at each start, and is gone at its end.
    expect(plain.win?.target).toEqual(['nsis', 'zip']);
  });

  it('run where FUSE 2 is missing, and say which C library they need', () => {
    expect(plain.toolsets).toEqual({ appimage: '1.0.3' });
    expect(plain.deb?.depends).toContain('libc6 (>= 2.34)');
    expect(plain.rpm?.depends).toContain('glibc >= 2.34');
  });
});

describe('a secret that is not set', () => {
  it('is no certificate', () => {
    const environment = { CSC_LINK: '', WIN_CSC_LINK: ' ', APPLE_ID: 'a@example.com', OTHER: '' };
    dropEmptySigning(environment);
    expect(environment).toEqual({ APPLE_ID: 'a@example.com', OTHER: '' });
  });
});

describe('updates', () => {
  it('are off unless the build names a feed, and that over https', () => {
    expect(plain.publish).toBeNull();
    const feed = 'https://updates.example.com/rwa';
    for (const [arch, channel] of [
      ['arm64', 'latest'],
      ['x64', 'latest-intel'],
    ] as const)
      expect(
        configuration(
          { RWA_EXPLORER_UPDATE_FEED: feed, CSC_LINK: 'certificate.p12' },
          { platform: 'darwin', arch },
        ).publish,
      ).toEqual([{ provider: 'generic', url: feed, channel }]);
    expect(
      configuration({ RWA_EXPLORER_UPDATE_FEED: feed }, { platform: 'darwin', arch: 'arm64' }).publish,
    ).toBeNull();
    expect(() => configuration({ RWA_EXPLORER_UPDATE_FEED: 'http://updates.example.com' })).toThrow(
      'https://',
    );
    expect(plain.win?.verifyUpdateCodeSignature).toBe(true);
  });
});

describe('an uninstallation', () => {
  it('on Windows asks about the data, keeps them by default, and means the folder that the app uses', () => {
    expect(plain.nsis).toMatchObject({ deleteAppDataOnUninstall: false, perMachine: false });
    const script = readFileSync(plain.nsis?.include ?? '', 'utf8');
    expect(script).toContain('MB_DEFBUTTON2');
    expect(script).toContain('/SD IDNO');
    const [question = ''] = /MessageBox[^]*keepData:/.exec(script) ?? [];
    expect(question.match(/RMDir .*/g)).toEqual([
      'RMDir /r "$LOCALAPPDATA\\${PRODUCT_NAME}"',
      'RMDir /r "$LOCALAPPDATA\\rwa-explorer"',
    ]);
    expect(plain.productName).toBe(
      (JSON.parse(readFileSync('package.json', 'utf8')) as { productName: string }).productName,
    );
  });

  it('elsewhere removes nothing of the user: no script of a package touches a home folder', () => {
    const scripts = [plain.deb, plain.rpm].flatMap((one) => [one?.afterRemove, one?.afterInstall]);
    const own = scripts.filter((path) => typeof path === 'string');
    expect(own).toEqual([rpmScript]);
    for (const path of own) expect(readFileSync(path, 'utf8')).not.toMatch(/home|~|\$HOME|\$XDG/i);
  });
});

describe('the command line', () => {
  it('is typed as rwa-explorer, on Windows through a batch file that waits and hands the exit code on', () => {
    expect([plain.linux?.executableName, plain.win?.executableName]).toEqual([
      'rwa-explorer',
      'rwa-explorer',
    ]);
    const [extra] = [plain.win?.extraFiles].flat();
    const { from, to } = extra as { from: string; to: string };
    expect(to).toBe('bin/rwa-explorer.cmd');
    const batch = readFileSync(from, 'latin1');
    expect(batch).toContain('"%~dp0..\\rwa-explorer.exe" -- %*\r\nexit /b %ERRORLEVEL%\r\n');
  });
});

describe('a release', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');

  it('is made on each system, from the lock file, with a bill of materials and a draft that somebody looks at', () => {
    expect(workflow).toContain('run: npm ci');
    expect(workflow).toContain('run: node build/package/pack.ts\n');
    expect(workflow).toContain('node build/package/sbom.ts > dist/sbom-');
    expect(workflow).toMatch(/gh release create .* --draft /);
    for (const target of ['exe', 'dmg', 'zip', 'AppImage', 'deb', 'rpm', 'cdx.json']) {
      expect(workflow).toContain(`dist/*.${target}`);
    }
  });

  it('hands every secret to the one step that needs it, and may write nothing but the release', () => {
    expect(workflow.match(/^permissions:\n {2}contents: read\n/m)).not.toBeNull();
    expect(workflow.match(/contents: write/g)).toHaveLength(1);
    expect(workflow.match(/secrets\.\w+/g)?.toSorted()).toEqual([
      'secrets.APPLE_APP_SPECIFIC_PASSWORD',
      'secrets.APPLE_ID',
      'secrets.APPLE_TEAM_ID',
      'secrets.CSC_KEY_PASSWORD',
      'secrets.CSC_LINK',
      'secrets.WIN_CSC_KEY_PASSWORD',
      'secrets.WIN_CSC_LINK',
    ]);
    // Each system gets its own alone: Windows would sign with the certificate of Apple.
    const lines = workflow.split('\n').filter((line) => line.includes('secrets.'));
    for (const line of lines) {
      expect(line).toContain(`runner.os == '${line.includes('WIN_') ? 'Windows' : 'macOS'}' && secrets.`);
    }
  });
});

it('names no file that is not there', () => {
  const files = [
    plain.win?.icon,
    plain.mac?.icon,
    configuration({ CSC_LINK: 'certificate.p12' }).mac?.entitlements,
    plain.linux?.icon,
    plain.nsis?.include,
  ].map((file) => String(file));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

describe('on Linux', () => {
  it('no documented unit runs as root, as Electron refuses that (`electron_main_delegate.cc`)', () => {
    const text = readFileSync('docs/administration.md', 'utf8');
    const units = [...text.matchAll(/^```ini\n(.*?)^```/gms)].map(([, unit = '']) => unit);
    expect(units.length).toBeGreaterThan(1);
    // A unit of a user is wanted by `default.target`.
    for (const unit of units) expect(unit).toMatch(/^(User=(?!root)|WantedBy=default\.target$)/m);
  });
});
