import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { isOnPath, say, succeeds } from './commands.mjs';

/** What goes before `apt-get` to install without being asked: nothing, sudo, or undefined where it may not. */
function privilege() {
  if (process.platform !== 'linux' || !isOnPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return isOnPath('sudo') && succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

/**
 * Installs Debian packages where it may. Where it may not, it prints the command to type.
 * @param {string[]} packages
 * @returns {boolean} whether they are installed now
 */
export function installPackages(packages) {
  if (packages.length === 0) return true;
  const before = privilege();
  const install = () => [
    'apt-get',
    'install',
    '-y',
    '--no-install-recommends',
    ...packages.map(availableName),
  ];
  if (before === undefined) {
    say(
      isOnPath('apt-get')
        ? `Something is missing on this system. Type this, then start again:\n  sudo apt-get update && sudo ${install().join(' ')}`
        : `Something is missing on this system. Install what your system calls these Debian packages, then start again: ${packages.join(' ')}`,
    );
    return false;
  }
  say(`Installing ${packages.join(', ')} …`);
  const run = (command) => {
    const [program, ...args] = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command];
    return succeeds(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  // Lists that are too old name packages that are gone; a list that cannot be refreshed may still do.
  run(['apt-get', 'update', '-qq']);
  if (run(install())) return true;
  say(`The packages could not be installed. Type this to see why:\n  ${[...before, ...install()].join(' ')}`);
  return false;
}

/** The first of the names `a|b` that this system's package lists know, else the last. */
function availableName(names) {
  const choices = names.split('|');
  const isKnown = (name) =>
    spawnSync('apt-cache', ['show', '--no-all-versions', name], { stdio: 'ignore' }).status === 0;
  return choices.length === 1 ? names : (choices.find(isKnown) ?? choices.at(-1));
}
