import path from 'node:path';
import { flipFuses } from '@electron/fuses';
import { Arch, type AfterPackContext, type Configuration } from 'electron-builder';
import { updateChannel } from '../../main/features/updates/updates.ts';
import { linkScheme } from '../../preload/contract/locations/link.ts';
import { savedQueriesExtension } from '../../preload/contract/savedQueries.ts';
import { keychainProblem, newestGlibc } from './check.ts';
import { fuses } from './fuses.ts';

const appId = 'org.rwa-explorer.app';

/** What is typed for the command line; on macOS the program is named after the app. */
const executableName = 'rwa-explorer';

/**
 * What is packed, and for whom. The app itself is the built bundles and the packages that they load; everything lies in
 * `app.asar` but the native modules, of which only those of the target are taken.
 *
 * Signing: macOS signs when `CSC_LINK` and `CSC_KEY_PASSWORD` are set, Windows when `WIN_CSC_LINK` and `WIN_CSC_KEY_PASSWORD` are;
 * macOS is notarised when `APPLE_ID`, `APPLE_APP_SPECIFIC_PASSWORD` and `APPLE_TEAM_ID` are.
 */
export function configuration(
  environment: Readonly<Record<string, string | undefined>>,
  machine: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
): Configuration {
  const homepage = homepageOf(environment);
  const isSigned = (environment['CSC_LINK'] ?? '') !== '';
  return {
    appId,
    productName: 'RWA Explorer',
    copyright: 'RWA Explorer contributors',
    ...(homepage === null ? {} : { extraMetadata: { homepage } }),
    directories: { output: 'dist', buildResources: 'build/icons' },
    // A space would become a point where a release is published, and its checksums name no file.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    // Its runtime brings the FUSE that systems no longer have (electron-builder's `docs/appimage.md`).
    toolsets: { appimage: '1.0.3' },
    asar: true,
    asarUnpack: ['**/*.node'],
    files: [
      'out/{main,preload,renderer}/**',
      'package.json',
      'LICENSE',
      // The picture of the window on Linux: an AppImage has no place that the desktop would take it from.
      'build/icons/256x256.png',
      // Everything else is bundled; what keytar's installation needs is no part of the app.
      '!node_modules/!(better-sqlite3|keytar)',
      '!node_modules/!(better-sqlite3|keytar)/**',
      ...leftOutOfPackages.map((pattern) => `!node_modules/**/${pattern}`),
      ...leftOutOfSqlite.map((pattern) => `!node_modules/better-sqlite3/${pattern}`),
      ...leftOutOfKeytar.map((pattern) => `!node_modules/keytar/${pattern}`),
    ],
    // Native modules come built: better-sqlite3 by Node-API for every system, keytar at its installation.
    npmRebuild: false,
    afterPack,
    protocols: [{ name: 'RWA Explorer link', schemes: [linkScheme] }],
    fileAssociations: [
      {
        ext: savedQueriesExtension,
        name: 'RWA Explorer saved views',
        description: 'Saved views of RWA Explorer',
        mimeType: 'application/vnd.rwa-explorer.queries+json',
        role: 'Viewer',
      },
    ],
    // The app checks for no updates and sends nothing unless its build names a feed.
    // An unsigned app takes no update on macOS, and would download it for nothing.
    publish: machine.platform === 'darwin' && !isSigned ? null : feedOf(environment, updateChannel(machine)),
    win: {
      target: ['nsis', 'zip'],
      icon: 'build/icons/icon.ico',
      executableName,
      // A window program has no console of its own: this one waits for it, and hands its exit code on.
      extraFiles: [{ from: 'build/package/rwa-explorer.cmd', to: 'bin/rwa-explorer.cmd' }],
      verifyUpdateCodeSignature: true,
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // The uninstaller asks; keeping what the user has made is the default (see `installer.nsh`).
      deleteAppDataOnUninstall: false,
      include: 'build/package/installer.nsh',
    },
    mac: {
      target: ['dmg', 'zip'],
      icon: 'build/icons/icon.icns',
      category: 'public.app-category.finance',
      // Without a certificate, macOS would refuse the app's own libraries.
      hardenedRuntime: isSigned,
      gatekeeperAssess: false,
      ...(isSigned
        ? {
            entitlements: 'build/package/entitlements.mac.plist',
            entitlementsInherit: 'build/package/entitlements.mac.plist',
          }
        : {}),
      notarize: ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'].every(
        (name) => (environment[name] ?? '') !== '',
      ),
    },
    linux: {
      // Both formats name a homepage; without one electron-builder makes neither.
      target: homepage === null ? ['AppImage'] : ['AppImage', 'deb', 'rpm'],
      executableName,
      // The desktop knows the window by it (`desktopName` of package.json).
      syncDesktopName: true,
      icon: 'build/icons',
      category: 'Office',
      synopsis: 'Explore tokenized real-world assets',
      maintainer: 'RWA Explorer contributors',
      vendor: 'RWA Explorer contributors',
    },
    deb: { depends: debDepends },
    rpm: {
      depends: rpmDepends,
      // electron-builder's script, which `deb` has, removes the command at each upgrade.
      afterRemove: 'build/package/rpmAfterRemove.sh',
      // Build-id links would conflict with another app on the same Electron version.
      fpm: ['--rpm-rpmbuild-define=_build_id_links none'],
    },
  };
}

/**
 * What the program needs of the system. A list of our own replaces electron-builder's (`getDefaultDepends` in its `FpmTarget`):
 * this is that list, without which alerts do not show (libnotify) and links do not open (xdg-utils), and what the program loads besides:
 * the keychain, graphics memory and sound, and the C library that the native modules were built for (`newestGlibc`).
 */
const debDepends = [
  ...['libgtk-3-0', 'libnotify4', 'libnss3', 'libxss1', 'libxtst6', 'xdg-utils', 'libatspi2.0-0', 'libuuid1'],
  ...['libsecret-1-0', 'libgbm1', 'libasound2t64 | libasound2', `libc6 (>= ${newestGlibc})`, 'libstdc++6'],
];
const rpmDepends = [
  ...['gtk3', 'libnotify', 'nss', 'libXScrnSaver', '(libXtst or libXtst6)', 'xdg-utils', 'at-spi2-core'],
  ...[
    '(libuuid or libuuid1)',
    '(libsecret or libsecret-1-0)',
    '(mesa-libgbm or libgbm1)',
    '(alsa-lib or libasound2)',
    `glibc >= ${newestGlibc}`,
    '(libstdc++ or libstdc++6)',
  ],
];

/** Where this build has its home: from the environment of the build, or the repository of its workflow; null without either. */
function homepageOf(environment: Readonly<Record<string, string | undefined>>): string | null {
  const {
    RWA_EXPLORER_HOMEPAGE: named = '',
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository,
  } = environment;
  if (named !== '') {
    if (!named.startsWith('https://')) throw new Error('RWA_EXPLORER_HOMEPAGE must begin with https://.');
    return named;
  }
  return server !== undefined && repository !== undefined ? `${server}/${repository}` : null;
}

/** What packages carry for their developers. */
const leftOutOfPackages = [
  '{test,tests,__tests__,spec,example,examples,docs,doc,benchmark,benchmarks}/**',
  '*.{ts,mts,cts,map,flow,gyp,gypi,c,cc,cpp,h,hpp}',
  '!(LICENSE|LICENCE|license).{md,markdown}',
  '{tsconfig*.json,.eslintrc*,.prettierrc*,.editorconfig,.npmignore,.travis.yml,Makefile,CHANGELOG*}',
];

/** SQLite's sources, and what was built for other systems than the target. The macros are electron-builder's. */
const leftOutOfSqlite = ['{deps,src,build}/**', 'prebuilds/!(${platform}-${arch}.node)'];
const leftOutOfKeytar = [
  '{src,prebuilds,node_modules}/**',
  'build/!(Release)',
  'build/!(Release)/**',
  'build/Release/!(keytar.node)',
  'build/Release/obj.target/**',
];

function feedOf(
  environment: Readonly<Record<string, string | undefined>>,
  channel: string,
): NonNullable<Configuration['publish']> | null {
  const url = environment['RWA_EXPLORER_UPDATE_FEED'] ?? '';
  if (url !== '' && !url.startsWith('https://')) {
    throw new Error('RWA_EXPLORER_UPDATE_FEED must begin with https://.');
  }
  return url === '' ? null : [{ provider: 'generic', url, channel }];
}

/** The program that the fuses are in, of one packed app. */
function programOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  switch (electronPlatformName) {
    case 'darwin':
    case 'mas':
      return path.join(appOutDir, `${productFilename}.app`);
    case 'win32':
      return path.join(appOutDir, `${productFilename}.exe`);
    default:
      return path.join(appOutDir, executableName);
  }
}

/** Before signing: the fuses. @throws where the app would have no keychain: npm leaves an optional package out without a word. */
async function afterPack(context: AfterPackContext): Promise<void> {
  const problem = keychainProblem(context.packager.getResourcesDir(context.appOutDir));
  if (problem !== null) throw new Error(problem);
  await flipFuses(programOf(context), {
    ...fuses,
    // An Apple chip refuses a program whose ad hoc signature no longer fits.
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin' && context.arch === Arch.arm64,
  });
}
