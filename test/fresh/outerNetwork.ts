import { execFileSync } from 'node:child_process';

/** How this computer reaches its networks, as far as a machine inside it needs to know. */

/** Debian's package sources of this computer. */
export interface DebianSources {
  readonly mirror: string;
  /** Undefined where this computer has none. */
  readonly security: string | undefined;
  /** Lines of apt's configuration: proxies, and how hosts are verified. */
  readonly settings: readonly string[];
}

/** Reads apt's sources and settings. A computer without a source of Debian gets Debian's own. */
export function readDebianSources(): DebianSources {
  const policy = execFileSync('apt-cache', ['policy'], { encoding: 'utf8' });
  const sources = [...policy.matchAll(/^ *\d+ (https?:\/\/\S+?)\/? (\S+)\/main /gm)];
  const find = (suite: RegExp): string | undefined =>
    sources.find(([, , name = '']) => suite.test(name))?.[1];
  const settings = execFileSync('apt-config', ['dump'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /^Acquire::https?::.*"[^"]+";$/i.test(line));
  return {
    mirror: find(/^(bookworm|trixie)$/) ?? 'http://deb.debian.org/debian',
    security: find(/-security$/),
    settings,
  };
}

/** Variables that name proxies and authorities. */
export function networkEnvironment(): Record<string, string> {
  const names = /^(https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

/** Lines of an npmrc: where npm finds its registry, and by which way. */
export function npmNetworkSettings(): string[] {
  return ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl'].flatMap((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
    return value === '' || value === 'null' || value === 'undefined' ? [] : [`${name}=${value}`];
  });
}
