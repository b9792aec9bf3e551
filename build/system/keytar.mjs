import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { installPackages } from './apt.mjs';
import { say, succeeds } from './commands.mjs';
import { compiler } from './needs.mjs';

/**
 * keytar speaks to the system's keychain. It is an optional dependency: where neither its ready-made program nor a
 * compiler was to be had, `npm ci` leaves it out without a word. This makes up for that once, after the compiler's
 * packages are there, and never touches `package-lock.json`.
 * @param {string} project the project's folder
 */
export function completeKeytar(project) {
  if (loads(project)) return;
  const memory = path.join(project, 'node_modules', '.cache', 'rwa-explorer', 'keytar.json');
  if (existsSync(memory)) return;
  const lacking = process.platform === 'linux' ? compiler.filter(({ isThere }) => !isThere()) : [];
  // What only the user may install is asked for again next time; what was tried and failed is not.
  if (!installPackages(lacking.flatMap(({ packages }) => packages))) return sayNotKept();
  if (build(project)) return;
  mkdirSync(path.dirname(memory), { recursive: true });
  writeFileSync(memory, JSON.stringify({ failed: true }));
  sayNotKept();
}

function sayNotKept() {
  say('The keychain support could not be built: an API key is kept until the app closes.');
}

/** Loading it in a process of its own shows that it fits this Node and this system's libraries. */
function loads(project) {
  return succeeds(process.execPath, ['-e', "require('keytar')"], { cwd: project });
}

function build(project) {
  say('Building the keychain support …');
  const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'));
  const { version } = lock.packages['node_modules/keytar'];
  const command = existsSync(path.join(project, 'node_modules', 'keytar', 'package.json'))
    ? ['rebuild', 'keytar']
    : ['install', '--no-save', '--no-audit', '--no-fund', `keytar@${version}`];
  // Node's headers are downloaded; where that is refused, those of an installed Node do as well, keytar uses Node-API.
  const headers = ['/usr', '/usr/local'].filter((prefix) =>
    existsSync(path.join(prefix, 'include/node/node_api.h')),
  );
  return [{}, ...headers.map((nodedir) => ({ npm_config_nodedir: nodedir }))].some(
    (environment) => npm(project, command, environment) && loads(project),
  );
}

function npm(project, args, environment) {
  const options = { cwd: project, env: { ...process.env, ...environment } };
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) return succeeds(process.execPath, [program, ...args], options);
  return succeeds('npm', args, { ...options, shell: process.platform === 'win32' });
}
