import path from 'node:path';
import { flipFuses } from '@electron/fuses';
import { Arch, type AfterPackContext, type Configuration } from 'electron-builder';
import { updateChannel } from '../../main/features/updates/updates.ts';
import { linkScheme } from '../../preload/contract/locations/link.ts';
import { savedQueriesExtension } from '../../preload/contract/savedQueries.ts';
import { keychainProblem, newestGlibc } from './check.ts';
import { fuses } from './fuses.ts';

const appId = 'org.rwa-explorer.app';

/** The command's name. On macOS the program is named after the app. */
const executableName = 'rwa-explorer';

/**
 * The packed content: bundles and the packages that they load, in `app.asar`, and native modules.
 *
 * Signing needs `CSC_LINK` and `CSC_KEY_PASSWORD` on macOS, `WIN_CSC_LINK` and `WIN_CSC_KEY_PASSWORD` on
 * Windows. Notarization on macOS needs `APPLE_ID`, `APPLE_APP_SPECIFIC_PASSWORD` and `APPLE_TEAM_ID`.
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
    // Without spaces: publishing a release replaces them with dots, and checksums would not match.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    // Its runtime includes FUSE, which current systems lack (electron-builder's `docs/appimage.md`).
    toolsets: { appimage: '1.0.3' },
    asar: true,
    asarUnpack: ['**/*.node'],
    files: [
      'out/{main,preload,renderer}/**',
      'package.json',
      'LICENSE',
      // The window's icon on Linux, since desktops take none from an AppImage.
      'build/icons/256x256.png',
      // Everything else is bundled. Files for keytar's installation are omitted.
      '!node_modules/!(better-sqlite3|keytar)',
      '!node_modules/!(better-sqlite3|keytar)/**',
      ...leftOutOfPackages.map((pattern) => `!node_modules/**/${pattern}`),
      ...leftOutOfSqlite.map((pattern) => `!node_modules/better-sqlite3/${pattern}`),
      ...leftOutOfKeytar.map((pattern) => `!node_modules/keytar/${pattern}`),
    ],
    // Native modules are prebuilt: better-sqlite3 by Node-API for every system, keytar at its installation.
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
    // Only builds with a feed check for updates. macOS refuses updates of an unsigned app.
    publish: machine.platform === 'darwin' && !isSigned ? null : feedOf(environment, updateChannel(machine)),
    win: {
      target: ['nsis', 'zip'],
      icon: 'build/icons/icon.ico',
      executableName,
      // A window program has no console. This command waits for it and returns its exit code.
      extraFiles: [{ from: 'build/package/rwa-explorer.cmd', to: 'bin/rwa-explorer.cmd' }],
      verifyUpdateCodeSignature: true,
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // The uninstaller asks. By default it keeps user data (see `installer.nsh`).
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
      // Both formats need a homepage; without one, electron-builder fails.
      target: homepage === null ? ['AppImage'] : ['AppImage', 'deb', 'rpm'],
      executableName,
      // The desktop identifies the window by it (`desktopName` of package.json).
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
      // electron-builder's script, used for `deb`, removes the command at each upgrade.
      afterRemove: 'build/package/rpmAfterRemove.sh',
      // Build-id links would conflict with another app on the same Electron version.
      fpm: ['--rpm-rpmbuild-define=_build_id_links none'],
    },
  };
}

/**
 * System packages that the program needs. The list replaces electron-builder's (`getDefaultDepends` in its
 * `FpmTarget`). It has that list, which includes libnotify for alerts and xdg-utils for links, and adds the
 * keychain, graphics memory, sound, and the C library of the native modules (`newestGlibc`).
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

/** The homepage, from the environment or the workflow's repository; null without either. */
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

const leftOutOfPackages = [
  '{test,tests,__tests__,spec,example,examples,docs,doc,benchmark,benchmarks}/**',
  '*.{ts,mts,cts,map,flow,gyp,gypi,c,cc,cpp,h,hpp}',
  '!(LICENSE|LICENCE|license).{md,markdown}',
  '{tsconfig*.json,.eslintrc*,.prettierrc*,.editorconfig,.npmignore,.travis.yml,Makefile,CHANGELOG*}',
];

/** SQLite's sources, and builds for other systems. The macros are electron-builder's. */
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

/**
 * Sets the fuses before signing.
 * @throws if keytar is missing, since npm omits an optional package silently
 */
async function afterPack(context: AfterPackContext): Promise<void> {
  const problem = keychainProblem(context.packager.getResourcesDir(context.appOutDir));
  if (problem !== null) throw new Error(problem);
  await flipFuses(programOf(context), {
    ...fuses,
    // Apple chips refuse a program whose ad hoc signature does not match.
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin' && context.arch === Arch.arm64,
  });
}
