import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installNeeds, privilege } from './system/apt.mjs';
import { say, succeeds } from './system/commands.mjs';
import { completeKeytar, lackingForKeytar } from './system/keytar.mjs';
import {
  chromium,
  certificates,
  copiedPrograms,
  database,
  electronLibraries,
  isUbuntu,
  keychain,
  messageBus,
  spreadsheet,
  virtualDisplay,
} from './system/needs.mjs';

/**
 * Finds what the system lacks for a purpose, and installs it with apt-get where it may (root, or sudo without a
 * password); elsewhere it prints one command to type. Plain JavaScript for any Node, since it comes before everything.
 *
 *   node build/system.mjs shell|electron|electron-test|test
 *
 * Ends with 1 when something without which the purpose fails is still missing.
 */

const needs = {
  /** The app on the Chromium shell. */
  shell: [chromium],
  /** The app on Electron's own runtime. */
  electron: [electronLibraries],
  /** The end-to-end tests on Electron's own runtime. */
  'electron-test': [electronLibraries, virtualDisplay, messageBus, keychain],
  /** All tests: a browser, a display for the tests of windows, a keychain of their own, and programs that run copied queries. */
  test: [
    chromium,
    virtualDisplay,
    messageBus,
    keychain,
    spreadsheet,
    database,
    certificates,
    ...copiedPrograms,
  ],
};

const purpose = process.argv[2] ?? '';
if (!Object.hasOwn(needs, purpose)) {
  process.stderr.write(`Usage: node build/system.mjs ${Object.keys(needs).join('|')}\n`);
  process.exit(2);
}
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const wanted = needs[purpose].filter((need) => process.platform === 'linux' || need === chromium);
const mayInstall = process.platform !== 'linux' || installMissing();
const keytar = completeKeytar(project);
const missing = wanted.filter(({ isThere }) => !isThere());
if (mayInstall && missing.length > 0)
  say(`Missing on this system: ${missing.map(({ name }) => name).join(', ')}. Install it and start again.`);
// The app keeps a key for the session where it has no keychain; the tests are tests of the keychain too.
process.exitCode = missing.length === 0 && (keytar || purpose !== 'test') ? 0 : 1;

/** @returns {boolean} false where the user was shown what to type. */
function installMissing() {
  const others = wanted.filter((need) => need !== chromium && !need.isThere());
  const lacksChromium = wanted.includes(chromium) && !chromium.isThere();
  const fromPlaywright = lacksChromium && isUbuntu();
  if (fromPlaywright && !installPlaywrightChromium()) return false;
  const chromiumPackage = lacksChromium && !fromPlaywright ? [chromium] : [];
  return installNeeds([...chromiumPackage, ...others, ...lackingForKeytar(project)]);
}

function installPlaywrightChromium() {
  const playwright = path.join(project, 'node_modules', 'playwright-core', 'cli.js');
  if (privilege() === undefined) {
    say(
      `Missing on this system: ${chromium.name}. Type this, then start again:\n  npx playwright-core install --with-deps chromium`,
    );
    return false;
  }
  say("Installing Playwright's Chromium …");
  return succeeds(process.execPath, [playwright, 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
}
