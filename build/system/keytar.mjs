import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { say, succeeds } from './commands.mjs';
import { compiler } from './needs.mjs';

/**
 * keytar accesses the system's keychain. It is an optional dependency: `npm ci` omits it silently if neither
 * a prebuilt binary nor a compiler is available. This script installs it later, once compiler packages are
 * installed, and never changes `package-lock.json`.
 */

/**
 * Returns what the system lacks to compile keytar; nothing if keytar loads, or if compiling it has failed
 * before.
 * @param {string} project the project's folder
 * @returns {import('./needs.mjs').Need[]}
 */
export function lackingForKeytar(project) {
  if (process.platform !== 'linux' || loads(project) || existsSync(memory(project))) return [];
  return compiler.filter(({ isThere }) => !isThere());
}

/**
 * Builds keytar if it does not load. A missing package is retried next time, a failed build is not.
 * @param {string} project the project's folder
 * @returns {boolean} whether keytar loads now
 */
export function completeKeytar(project) {
  if (loads(project)) return true;
  if (existsSync(memory(project))) return false;
  if (lackingForKeytar(project).length === 0) {
    if (build(project)) return true;
    mkdirSync(path.dirname(memory(project)), { recursive: true });
    writeFileSync(memory(project), JSON.stringify({ failed: true }));
  }
  say('The keychain support could not be built: an API key is kept until the app closes.');
  return false;
}

function memory(project) {
  return path.join(project, 'node_modules', '.cache', 'rwa-explorer', 'keytar.json');
}

/** Loads it in another process, which shows that it fits this Node and the system's libraries. */
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
  return [{}, ...headers().map((nodedir) => ({ npm_config_nodedir: nodedir }))].some(
    (environment) => npm(project, command, environment) && loads(project),
  );
}

/** Node's installed headers do if a download is refused, since keytar uses Node-API. */
function headers() {
  const installed = process.env.npm_node_execpath ?? process.execPath;
  return [path.resolve(path.dirname(installed), '..'), '/usr', '/usr/local'].filter((prefix) =>
    existsSync(path.join(prefix, 'include/node/node_api.h')),
  );
}

function npm(project, args, environment) {
  const options = { cwd: project, env: { ...process.env, ...environment } };
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) return succeeds(process.execPath, [program, ...args], options);
  return succeeds('npm', args, { ...options, shell: process.platform === 'win32' });
}
