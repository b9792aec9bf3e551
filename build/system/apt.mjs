import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { isOnPath, say, succeeds } from './commands.mjs';

/** Returns the prefix to run `apt-get` without a prompt: none, sudo, or undefined if not allowed. */
export function privilege() {
  if (process.platform !== 'linux' || !isOnPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return isOnPath('sudo') && succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

/**
 * Installs what is missing with apt-get if allowed. Otherwise prints one command that installs everything.
 * @param {import('./needs.mjs').Need[]} missing
 * @returns {boolean} whether they are installed now
 */
export function installNeeds(missing) {
  if (missing.length === 0) return true;
  const packages = missing.flatMap((need) => need.packages);
  const names = missing.map(({ name }) => name).join(', ');
  const before = privilege();
  if (before === undefined) {
    say(
      isOnPath('apt-get')
        ? `Missing on this system: ${names}. Type this, then start again:\n  ${commandToType(packages)}`
        : `Missing on this system: ${names}. Install what your system calls these Debian packages, then start again: ${packages.join(' ')}`,
    );
    return false;
  }
  say(`Installing ${packages.join(', ')} …`);
  const run = (command) => {
    const [program, ...args] = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command];
    return succeeds(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  };
  // Outdated lists name removed packages. A list that cannot be refreshed may still work.
  run(['apt-get', 'update', '-qq']);
  if (run([...install(packages), '-o', 'DPkg::Lock::Timeout=120'])) return true;
  say(
    `Missing on this system: ${names}. Type this to see why:\n  ${[...before, ...install(packages)].join(' ')}`,
  );
  return false;
}

function install(packages) {
  return ['apt-get', 'install', '-y', '--no-install-recommends', ...packages.map(availableName)];
}

/** Uses sudo if installed, else root's password. */
function commandToType(packages) {
  const command = install(packages).join(' ');
  return isOnPath('sudo') ? `sudo apt-get update && sudo ${command}` : `su -c 'apt-get update && ${command}'`;
}

/** Returns the first of the names `a|b` that this system's package lists contain, else the last. */
function availableName(names) {
  const choices = names.split('|');
  const isKnown = (name) =>
    spawnSync('apt-cache', ['show', '--no-all-versions', name], { stdio: 'ignore' }).status === 0;
  return choices.length === 1 ? names : (choices.find(isKnown) ?? choices.at(-1));
}
