import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installPackages } from './system/apt.mjs';
import { say, succeeds } from './system/commands.mjs';
import { completeKeytar } from './system/keytar.mjs';
import {
  chromium,
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
 * password); elsewhere it prints the command to type. Plain JavaScript for any Node, since it comes before everything.
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
  test: [chromium, virtualDisplay, messageBus, keychain, spreadsheet, database, ...copiedPrograms],
};

const purpose = process.argv[2] ?? '';
if (!Object.hasOwn(needs, purpose)) {
  process.stderr.write(`Usage: node build/system.mjs ${Object.keys(needs).join('|')}\n`);
  process.exit(2);
}
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const complete = process.platform === 'linux' ? completeLinux(needs[purpose]) : tellMissing([chromium]);
completeKeytar(project);
process.exitCode = complete ? 0 : 1;

function completeLinux(purposeNeeds) {
  const missing = purposeNeeds.filter(({ isThere }) => !isThere());
  const fromPlaywright = missing.includes(chromium) && isUbuntu() && installPlaywrightChromium();
  const packages = missing
    .filter((need) => !(need === chromium && fromPlaywright))
    .flatMap((need) => need.packages);
  return installPackages(packages) && tellMissing(purposeNeeds);
}

function installPlaywrightChromium() {
  say("Installing Playwright's Chromium …");
  const playwright = path.join(project, 'node_modules', 'playwright-core', 'cli.js');
  return succeeds(process.execPath, [playwright, 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
}

function tellMissing(purposeNeeds) {
  const missing = purposeNeeds.filter(({ isThere }) => !isThere());
  if (missing.length > 0)
    say(`Missing on this system: ${missing.map(({ name }) => name).join(', ')}. Install it and start again.`);
  return missing.length === 0;
}
