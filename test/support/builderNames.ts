import { createRequire } from 'node:module';
import { configuration } from '../../build/package/configuration.ts';

// electron-builder exports these only by file.
const require = createRequire(import.meta.url);
const { AppInfo } = require('app-builder-lib/out/appInfo.js') as {
  AppInfo: new (packager: object, version: null, platform?: object | null) => Names;
};
const { getWindowsInstallationDirName: folderOf } = require('app-builder-lib/out/targets/targetUtil.js') as {
  getWindowsInstallationDirName: (names: Names, isNamedAfterProduct: boolean) => string;
};

interface Names {
  readonly productFilename: string;
  readonly updaterCacheDirName: string;
}

/** Names that electron-builder derives for Windows: program, its folder, and the folder of updates. */
export function windowsNames(): { program: string; folder: string; updates: string } {
  const config = configuration({});
  const metadata = { name: 'rwa-explorer', version: '1.0.0' };
  const names = new AppInfo({ config, metadata }, null, config.win);
  return {
    program: names.productFilename,
    folder: folderOf(names, config.nsis?.oneClick !== true),
    updates: names.updaterCacheDirName,
  };
}
