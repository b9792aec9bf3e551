import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../../test/chromium-shell/chromium/find.mjs';
import { isOnPath } from './commands.mjs';

/**
 * A part of the system that a purpose may need.
 * @typedef {object} Need
 * @property {string} name shown to the user
 * @property {() => boolean} isThere
 * @property {string[]} packages Debian's names; `a|b` if systems have either
 */

const project = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');

/** @type {Need} */
export const chromium = {
  name: 'Chromium or Google Chrome',
  isThere: () => findChromium() !== undefined,
  // The sandbox for non-root users, and fonts: with Liberation alone, the window is monospace.
  packages: ['chromium', 'chromium-sandbox', 'fonts-liberation', 'fonts-dejavu-core'],
};

/** @type {Need} */
export const electronLibraries = {
  name: "the libraries of Electron's runtime",
  isThere: () => {
    const program = path.join(project, 'node_modules', 'electron', 'dist', 'electron');
    if (!existsSync(program)) return true;
    return !spawnSync('ldd', [program], { encoding: 'utf8' }).stdout?.includes('not found');
  },
  packages: [
    'libgtk-3-0t64|libgtk-3-0',
    'libnss3',
    'libasound2t64|libasound2',
    'libgbm1',
    'libxss1',
    'libxtst6',
    'libatspi2.0-0t64|libatspi2.0-0',
    'libdrm2',
  ],
};

/** @type {Need} */
export const virtualDisplay = {
  name: 'Xvfb',
  isThere: () => isOnPath('Xvfb') && isOnPath('xvfb-run'),
  packages: ['xvfb', 'xauth'],
};

/** @type {Need} */
export const messageBus = { name: 'dbus', isThere: () => isOnPath('dbus-run-session'), packages: ['dbus'] };

/** @type {Need} */
export const keychain = {
  name: 'gnome-keyring',
  isThere: () => isOnPath('gnome-keyring-daemon'),
  packages: ['gnome-keyring'],
};

/** Programs that run copied queries. */
/** @type {Need[]} */
export const copiedPrograms = [
  { name: 'curl', isThere: () => isOnPath('curl'), packages: ['curl'] },
  // One Python must have both, since a copied program uses them together.
  {
    name: 'pandas and requests for Python',
    isThere: () => hasPython('pandas, requests'),
    packages: ['python3-pandas', 'python3-requests'],
  },
];

/** Checks the system's Python, which another on the PATH may hide. */
function hasPython(name) {
  return ['/usr/bin/python3', 'python3'].some(
    (program) => spawnSync(program, ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0,
  );
}

/**
 * Opens exported files in tests.
 * @type {Need}
 */
export const spreadsheet = {
  name: 'LibreOffice Calc',
  isThere: () => isOnPath('soffice') || isOnPath('libreoffice'),
  packages: ['libreoffice-calc-nogui|libreoffice-calc'],
};

/**
 * Imports exported files with its COPY in tests.
 * @type {Need}
 */
export const database = {
  name: 'PostgreSQL',
  isThere: () => existsSync('/usr/lib/postgresql'),
  packages: ['postgresql'],
};

/**
 * Creates certificates for tests with a proxy.
 * @type {Need}
 */
export const certificates = { name: 'OpenSSL', isThere: () => isOnPath('openssl'), packages: ['openssl'] };

/** Compiles keytar if there is no prebuilt binary. */
/** @type {Need[]} */
export const compiler = [
  { name: 'libsecret', isThere: () => existsSync('/usr/include/libsecret-1'), packages: ['libsecret-1-dev'] },
  { name: 'a C++ compiler', isThere: () => isOnPath('g++'), packages: ['g++'] },
  { name: 'make', isThere: () => isOnPath('make'), packages: ['make'] },
  { name: 'python3', isThere: () => isOnPath('python3'), packages: ['python3'] },
  { name: 'pkg-config', isThere: () => isOnPath('pkg-config'), packages: ['pkg-config'] },
];

/** Ubuntu packages Chromium as a snap, which cannot be automated. Playwright's download replaces it. */
export function isUbuntu() {
  try {
    return /^ID(_LIKE)?=.*ubuntu/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
