import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { networkEnvironment, npmNetworkSettings, readDebianSources } from './outerNetwork.ts';

/**
 * A bare Debian in a folder, with a Node and nothing else. Of the computer around it only what reaches its networks is copied: package
 * sources, proxies and certificate authorities.
 */

/** The release that the machine is: the oldest one that the README names. */
const release = 'bookworm';

/** The npm that comes with each Node. */
const npmOf: Readonly<Record<string, string>> = { '20': 'npm@10', '22': 'npm@10', '24': 'npm@11' };

export const nodeMajors: readonly string[] = Object.keys(npmOf);

export interface Machine {
  /** Its root folder, as seen from outside. */
  readonly root: string;
  /** Runs a command inside as root and writes what it says to a file and to this process's output. Resolves with its exit code. */
  run(command: readonly string[], logFile: string): Promise<number>;
}

/** Builds a machine in `folder`/root from nothing but what `folder` keeps for the next one: the installed Debian and Node's packages. */
export function buildMachine(folder: string, nodeMajor: string): Machine {
  mkdirSync(folder, { recursive: true });
  const root = path.join(folder, 'root');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  execFileSync('tar', ['--extract', '--file', bareDebian(folder), '--directory', root]);
  connect(root);
  installNode(root, folder, nodeMajor);
  const environment = {
    HOME: '/root',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    TERM: 'dumb',
    ...networkEnvironment(),
  };
  return {
    root,
    async run(command, logFile) {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const child = spawn(
        path.join(import.meta.dirname, 'enter.sh'),
        [root, 'env', '-i', ...variables, ...command],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      const log = createWriteStream(logFile, { flags: 'a' });
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          process.stdout.write(chunk);
          log.write(chunk);
        });
      }
      const [code] = (await once(child, 'close')) as [number | null];
      log.end();
      return code ?? 1;
    },
  };
}

/** @returns the archive of an installed Debian, which is made where it is missing. */
function bareDebian(folder: string): string {
  const archive = path.join(folder, `${release}.tar`);
  if (existsSync(archive)) return archive;
  const root = path.join(folder, 'debootstrap');
  rmSync(root, { recursive: true, force: true });
  const { mirror } = readDebianSources();
  process.stdout.write(`Installing Debian ${release} …\n`);
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, root, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('tar', [
    '--create',
    '--file',
    `${archive}.part`,
    '--one-file-system',
    '--directory',
    root,
    '.',
  ]);
  renameSync(`${archive}.part`, archive);
  rmSync(root, { recursive: true });
  return archive;
}

/** Lets the machine reach what this computer reaches. */
function connect(root: string): void {
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, path.join(root, file));
  const { mirror, security, settings } = readDebianSources();
  writeFileSync(
    path.join(root, 'etc/apt/sources.list'),
    [
      `deb ${mirror} ${release} main`,
      `deb ${mirror} ${release}-updates main`,
      ...(security === undefined ? [] : [`deb ${security} ${release}-security main`]),
      '',
    ].join('\n'),
  );
  writeFileSync(path.join(root, 'etc/apt/apt.conf.d/90network'), settings.join('\n'));
  const authorities = '/usr/local/share/ca-certificates';
  if (existsSync(authorities)) cpSync(authorities, path.join(root, authorities), { recursive: true });
  // What a closed network adds to the list of authorities stands in it alone.
  const bundle = '/etc/ssl/certs/ca-certificates.crt';
  for (const file of new Set([bundle, process.env['NODE_EXTRA_CA_CERTS'] ?? bundle])) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    copyFileSync(file, path.join(root, file));
  }
  mkdirSync(path.join(root, 'usr/local/etc'), { recursive: true });
  writeFileSync(path.join(root, 'usr/local/etc/npmrc'), npmNetworkSettings().join('\n'));
}

/** Puts Node and its npm under /usr/local, as the archives of nodejs.org do. */
function installNode(root: string, folder: string, major: string): void {
  const prefix = path.join(root, 'usr/local');
  const unpack = (name: string, to: string): void => {
    mkdirSync(to, { recursive: true });
    execFileSync('tar', [
      ...['--extract', '--gzip', '--file', packedPackage(folder, name)],
      ...['--strip-components=1', '--no-same-owner', '--directory', to],
    ]);
  };
  unpack(`node-linux-${process.arch}@${major}`, prefix);
  unpack(npmOf[major] ?? 'npm', path.join(prefix, 'lib/node_modules/npm'));
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(prefix, 'bin', name));
  }
}

/** The archive of a package, which npm fetches where it is missing. */
function packedPackage(folder: string, name: string): string {
  const packages = path.join(folder, 'packages', name);
  const find = (): string | undefined =>
    existsSync(packages) ? readdirSync(packages).find((file) => file.endsWith('.tgz')) : undefined;
  if (find() === undefined) {
    mkdirSync(packages, { recursive: true });
    execFileSync('npm', ['pack', '--silent', name, '--pack-destination', packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return path.join(packages, find() ?? '');
}
