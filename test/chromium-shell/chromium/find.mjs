import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Plain JavaScript, since the system script uses it too and must run on an old Node. */

/**
 * The path of a Chromium on this machine, or undefined: `CHROMIUM_PATH` before any other, then the system's, then one
 * that Playwright has downloaded.
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const [systems, playwrights] = places[process.platform]?.() ?? [[], []];
  return systems.find((place) => existsSync(place)) ?? playwrightChromium(playwrights);
}

/** For each platform: where systems put Chromium and its kin, and where it lies inside a download of Playwright. */
const places = {
  linux: () => [
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].flatMap(
      (name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`],
    ),
    ['chrome-linux64/chrome', 'chrome-linux/chrome'],
  ],
  darwin: () => [
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
    ['arm64', 'x64'].map(
      (arch) => `chrome-mac-${arch}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
    ),
  ],
  win32: () => [
    [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        path.join(folder, 'Google/Chrome/Application/chrome.exe'),
        path.join(folder, 'Chromium/Application/chrome.exe'),
        path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ]),
    ['chrome-win64/chrome.exe', 'chrome-win/chrome.exe'],
  ],
};

function playwrightChromium(programs) {
  const caches = {
    linux: path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'ms-playwright'),
    darwin: path.join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: path.join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  };
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform] ?? '';
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .flatMap((name) => programs.map((program) => path.join(folder, name, program)))
    .find((place) => existsSync(place));
}
