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
 * Finds what the system lacks for a purpose. Installs it with apt-get if allowed (root, or sudo without
 * a password), else prints one command to type. It is plain JavaScript for any Node, since it runs first.
 *
 *   node build/system.mjs shell|electron|electron-test|test
 *
 * Exits with 1 if something required is still missing.
 */

const needs = {
  shell: [chromium],
  electron: [electronLibraries],
  'electron-test': [electronLibraries, virtualDisplay, messageBus, keychain],
  /** A browser, a display, a keychain, and programs that run copied queries. */
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
// Without a keychain, the app keeps a key for the session only. The tests need a keychain.
process.exitCode = missing.length === 0 && (keytar || purpose !== 'test') ? 0 : 1;

/** @returns {boolean} false if the user was told what to type */
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
